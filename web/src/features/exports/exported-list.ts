import type { ExportList, exportsApi } from "contract/exports";

/** A list that is taken out, and what it was asked for. */
export type ExportedList = {
  /** As in its address. */
  readonly list: ListName<ExportList>;
  readonly query: Readonly<Record<string, string | undefined>>;
};

type ListName<Name extends ExportList> =
  (typeof exportsApi)[Name]["path"] extends `/api/exports/${infer List}` ? List : never;
