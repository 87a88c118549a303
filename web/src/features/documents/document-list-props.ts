import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { Applicant } from "contract/applicants";
import type { CaseDocument } from "contract/documents";

/** Beside the name in a cell, or on a line of its own. */
export type BadgePlace = "cell" | "line";

/** The documents of a stage, as a table or as lines. */
export type DocumentListProps = {
  readonly caseCode: string;
  readonly label: string;
  readonly documents: readonly CaseDocument[];
  readonly applicants: readonly Applicant[];
  /** The one a link points at. */
  readonly found?: number | null;
  readonly mayRemove: boolean;
  readonly mayUseAdminCategories: boolean;
  /** The state of each document in the words of whoever reads it. */
  readonly badgeOf: (document: CaseDocument, place: BadgePlace) => ReactNode;
  /** What others offer to do with one of them, at the end of its seldom ones. */
  readonly furtherOf?: (document: CaseDocument) => readonly FurtherAction[];
};

export type FurtherAction = {
  readonly icon: LucideIcon;
  readonly text: string;
  readonly onPress: () => void;
};

/** What happens when something is to be done with one of them. */
export type DocumentHandlers = {
  readonly onView: (document: CaseDocument) => void;
  readonly onTrace: (document: CaseDocument) => void;
  readonly onVersions: (document: CaseDocument) => void;
  readonly onDates: (document: CaseDocument) => void;
  readonly onRename: (document: CaseDocument) => void;
  readonly onRemove: (document: CaseDocument) => void;
};
