/** Under which paths open screens hold what they have read about a case. */
import { casesApi } from "contract/cases";
import { pathOf } from "contract/endpoint";
import type { NamedCase } from "#server/events/definitions.ts";

/** Whatever is read about a case, by code and by number; not the lists it stands in. */
export function keysOfWholeCase({ id, caseId }: NamedCase): string[] {
  return [...keysOfCode(caseId), `${pathOf(casesApi.update, { id })}/*`];
}

/** Whatever is read under a case's code. */
export function keysOfCode(caseId: string): string[] {
  const path = pathOf(casesApi.get, { caseId });
  return [path, `${path}/*`];
}
