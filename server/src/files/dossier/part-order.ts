/** What a part of a dossier is to look like: plain data, handed to the process that builds it. */
import type { BureauOnPaper } from "#server/files/papers/letterhead.ts";

export type PaperOrder = {
  /** As in the index. */
  no: number;
  label: string;
  /** Section or person that it stands under. */
  heading: string;
  person: string | null;
  format: "pdf" | "picture";
  bytes: number;
  pages: number;
};

export type PersonLine = {
  name: string;
  /** As it was typed, in Arabic letters: it runs the other way and stands by itself. */
  typedName: string | null;
  category: string;
  dateOfBirth: string | null;
  passportNumber: string | null;
};

export type IndexLine =
  | { section: string }
  | {
      no: number;
      label: string;
      person: string | null;
      date: { word: "issued" | "valid until"; day: string } | null;
      /** Where it begins; null for a separate file. */
      at: { part: number; page: number; pageInPart: number } | null;
    };

export type ListLine = { label: string; person: string | null; remark: string };

export type FrontSheet = {
  bureau: BureauOnPaper;
  title: string;
  addressee: string;
  facts: { word: string; value: string }[];
  people: PersonLine[];
  /** Page by page. */
  index: IndexLine[][];
  toFollow: ListLine[][];
  whatIsNew: ListLine[][];
  /** By number: what links into other parts lead to. */
  fileNames: string[];
};

export type PartOrder = {
  part: number;
  parts: number;
  firstPage: number;
  totalPages: number;
  caseCode: string;
  title: string;
  bureauName: string;
  /** ISO 8601: the only moment that stands in the file. */
  requestedAt: string;
  /** 32 hex digits. */
  id: string;
  front: FrontSheet | null;
  /** The sentence of the page that opens a further part. */
  opening: string | null;
  papers: PaperOrder[];
};
