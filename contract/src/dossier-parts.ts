/** States, limits and sentences of dossiers. */

export const dossierStates = [
  "queued",
  "running",
  "built",
  "failed",
  "cancelled",
  "removed",
] as const;
export type DossierState = (typeof dossierStates)[number];

export const fileProblems = [
  "locked",
  "restricted",
  "damaged",
  "too_long",
  "dynamic_form",
  "signed",
  "word",
  "small_picture",
] as const;
export type FileProblem = (typeof fileProblems)[number];
/** With these a file cannot go in. */
export const refusedProblems = ["locked", "damaged", "too_long", "dynamic_form"] as const;

export const fileProblemTexts: Record<FileProblem, string> = {
  locked: "locked with a password",
  restricted: "Restrictions on printing or copying are not carried over.",
  damaged: "The file is damaged.",
  too_long: "The file has too many or too large pages.",
  dynamic_form: "Print it to PDF and upload that.",
  signed: "The digital signature only counts in the original.",
  word: "Separate file",
  small_picture: "The picture is too small to print well.",
};

/** Megabytes; 0 stands for one file. */
export const partSizes = [5, 10, 20, 50, 0] as const;
export type PartSize = (typeof partSizes)[number];
export const USUAL_PART_SIZE = 20;
/** What one file may have. */
export const LARGEST_PART = 200;

export const MOST_PAPERS = 300;
export const MOST_PAGES = 1500;
export const MOST_DOSSIERS = 30;
export const MOST_SOURCE_BYTES = 500 * 1_048_576;
export const MOST_BUILT_BYTES = 1024 * 1_048_576;
export const MAX_DOSSIER_TITLE = 100;
export const REASON_LENGTH = { shortest: 10, longest: 500 };

export const dossierMessages = {
  building: "A dossier of this case is being built already",
  empty: "A dossier needs at least one paper",
  tooManyPapers: "A dossier can have at most 300 papers",
  tooManyPages: "A dossier can have at most 1,500 pages",
  tooManyDossiers: "A case can have at most 30 dossiers",
  tooManyBytes: "A case can hold at most 1GB of dossiers",
  tooLargeSources: "A dossier can have at most 500MB of papers",
  noSpace: "Not enough disk space to build the dossier",
  future: "Day of handing in cannot be in the future",
  whyRemoved: "Say why it is removed",
  whyLeftOut: "Say in at least 10 characters why papers are left out",
  undecided: "Decide about every missing paper",
  adminsBuild: "Only admins build this dossier",
  finished: "This dossier is finished",
  changed: "The papers have changed. Check the dossier again.",
} as const;
