/** Why staff ask for another document, and what the client reads then (W-REV). A place that has no value takes its sentence along. */
import type { DocumentCategory } from "./document-categories.ts";

type Reason = {
  /** For staff. */
  label: string;
  /** For the client, with places to fill in. */
  text: string;
  categories: "*" | readonly DocumentCategory[];
};

export const reviewReasons = {
  unreadable: {
    label: "Not readable",
    text: "Parts of the scan are hard to read. Please send a sharper one in colour with all four corners visible.",
    categories: "*",
  },
  incomplete: {
    label: "Pages are missing",
    text: "Some pages are missing. Please send all pages in one file.",
    categories: "*",
  },
  wrong_document: {
    label: "Another document",
    text: "This seems to be another document. What we need here is: {label}.",
    categories: "*",
  },
  wrong_person: {
    label: "Another person's",
    text: "This document belongs to someone else. Here we need the one of {person}.",
    categories: "*",
  },
  not_certified: {
    label: "Not certified",
    text: "We need a certified true copy: name, capacity, date and stamp of the certifier on every page.",
    categories: [
      "passport",
      "id",
      "police-residence",
      "police-origin",
      "birth",
      "marriage",
      "asset",
      "bank-statement",
      "non-married",
    ],
  },
  not_translated: {
    label: "No translation",
    text: "Please add a certified English translation.",
    categories: [
      "police-residence",
      "police-origin",
      "birth",
      "marriage",
      "school",
      "non-married",
      "employment",
      "medical",
      "address",
      "bank-statement",
      "bank-reference",
      "asset",
      "other",
    ],
  },
  too_old: {
    label: "The copy is too old",
    text: "On {day} this may be at most {days} days old. Please send a newer one.",
    categories: [
      "police-residence",
      "police-origin",
      "cv",
      "asset",
      "bank-statement",
      "bank-reference",
      "address",
      "employment",
      "medical",
      "photos",
      "school",
      "non-married",
    ],
  },
  expires_soon: {
    label: "Expires too soon",
    text: "On {day} at least {days} days must be left. Please send the renewed document.",
    categories: ["passport", "id"],
  },
  name_differs: {
    label: "Name differs",
    text: "The name is not written as in the passport of {person}. Please send a corrected document, or a declaration that both names are yours.",
    categories: [
      "passport",
      "id",
      "police-residence",
      "police-origin",
      "birth",
      "marriage",
      "school",
      "non-married",
      "address",
      "employment",
      "medical",
      "bank-statement",
      "bank-reference",
    ],
  },
  not_signed: {
    label: "Not signed",
    text: "A signature is missing. Please sign at the marked place and send the page again.",
    categories: [
      "nomination",
      "passport-form",
      "oath",
      "employment",
      "bank-reference",
      "medical",
      "asset",
    ],
  },
  mrz_hidden: {
    label: "Lines cut off",
    text: "The two lines of letters at the bottom of the data page must be fully visible. Please send it again without flash or glare.",
    categories: ["passport"],
  },
  one_side: {
    label: "One side only",
    text: "Please send both sides, front and back, in one file.",
    categories: ["id"],
  },
  wrong_country: {
    label: "Another country's",
    text: "Here we need the certificate of {country}. Please send that one.",
    categories: ["police-residence", "police-origin"],
  },
  parents_missing: {
    label: "Parents not named",
    text: "We need the long form that names both parents.",
    categories: ["birth"],
  },
  gaps: {
    label: "Years not covered",
    text: "Some of the last ten years are not covered. Please add what you did and where you lived.",
    categories: ["cv"],
  },
  no_evidence: {
    label: "No evidence",
    text: "Please add evidence for the amounts, such as deeds, valuations or account statements.",
    categories: ["asset"],
  },
  months_missing: {
    label: "Months missing",
    text: "We need every month of the period without a gap, up to the latest one.",
    categories: ["bank-statement"],
  },
  no_letterhead: {
    label: "No letterhead",
    text: "Please send it on letterhead with date, stamp and signature.",
    categories: ["bank-reference", "employment", "medical", "school"],
  },
  not_own_name: {
    label: "Not in own name",
    text: "The bill or contract must name {person}. Please send one in that name, or add a letter of the person named on it.",
    categories: ["address"],
  },
  no_details: {
    label: "Position not stated",
    text: "Please have position, salary and start date stated, or send trade licence and share certificate.",
    categories: ["employment"],
  },
  findings_missing: {
    label: "Statement missing",
    text: "The certificate must say that you are in good health and free of contagious disease.",
    categories: ["medical"],
  },
  photo_wrong: {
    label: "Photo not usable",
    text: "Please send a new photo: white background, face straight and uncovered, no shadows, no filter.",
    categories: ["photos"],
  },
  not_full_copy: {
    label: "Not the full copy",
    text: "We need the full certificate, not an extract.",
    categories: ["marriage"],
  },
  term_missing: {
    label: "Term not stated",
    text: "The letter must say the current school year or term.",
    categories: ["school"],
  },
  wrong_authority: {
    label: "Not by an authority",
    text: "It must be issued by a government authority and notarised.",
    categories: ["non-married"],
  },
  no_witness: {
    label: "Witness missing",
    text: "The signature of the witness is missing. Please complete it and send it again.",
    categories: ["nomination", "oath"],
  },
  field_empty: {
    label: "Fields are empty",
    text: "Some fields are empty. Please fill them in and sign again.",
    categories: ["nomination", "passport-form"],
  },
  other: { label: "Something else", text: "", categories: "*" },
} as const satisfies Record<string, Reason>;

export type ReviewReason = keyof typeof reviewReasons;
export const reviewReasonCodes = Object.keys(reviewReasons) as [ReviewReason, ...ReviewReason[]];

export function isReviewReason(code: string): code is ReviewReason {
  return Object.hasOwn(reviewReasons, code);
}

export function reasonFits(code: ReviewReason, category: DocumentCategory): boolean {
  const { categories }: Reason = reviewReasons[code];
  return categories === "*" || categories.includes(category);
}

export function reasonsOf(category: DocumentCategory): ReviewReason[] {
  return reviewReasonCodes.filter((code) => reasonFits(code, category));
}

/** What is known of the paper; null: nothing. */
export type ReasonValues = {
  /** Of the item or the rule, else of the category. */
  label: string | null;
  person: string | null;
  /** Of the rule's window. */
  days: number | null;
  /** The day on which that window is looked at, YYYY-MM-DD. */
  day: string | null;
  /** Its English name. */
  country: string | null;
};

export function fillReason(code: ReviewReason, values: ReasonValues): string {
  const written: Record<string, string | number | null> = {
    ...values,
    day: values.day && writtenDay(values.day),
  };
  const places = /\{(\w+)\}/g;
  return reviewReasons[code].text
    .split(/(?<=\.) /)
    .filter((sentence) =>
      [...sentence.matchAll(places)].every(([, place = ""]) => (written[place] ?? "") !== ""),
    )
    .map((sentence) => sentence.replaceAll(places, (_, place: string) => String(written[place])))
    .join(" ");
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** '9 Nov 2026'. */
function writtenDay(day: string): string {
  const [year = "", month = "", date = ""] = day.split("-");
  return `${Number(date)} ${months[Number(month) - 1]} ${year}`;
}
