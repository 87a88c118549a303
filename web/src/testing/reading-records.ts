/** What was read from a passport, for tests. */
import type { UsableField } from "contract/reading-parts";
import type { PassportReading, ProposedField } from "contract/readings";

export const nadimLines: [string, string] = [
  "P<LBNSARROUF<<NADIM<<<<<<<<<<<<<<<<<<<<<<<<<",
  "LR00123451LBN7903122M3107047<<<<<<<<<<<<<<<4",
];

const nadim: Record<UsableField, Partial<ProposedField>> = {
  name: { value: "SARROUF, NADIM", current: "Nadim Sarrouf", compared: "same" },
  dateOfBirth: { value: "1979-03-12", mark: "right", compared: "empty" },
  sex: { value: "male", current: "male", compared: "same" },
  nationality: { value: "Lebanese", current: "Lebanese", compared: "same" },
  passportNumber: { value: "LR0012345", mark: "right", compared: "empty" },
  passportCountry: { value: "LBN", compared: "empty" },
  passportExpiresOn: { value: "2031-07-04", mark: "right", compared: "empty" },
};

/** His, with changes to some of its values. */
export function buildFields(
  changes: Partial<Record<UsableField, Partial<ProposedField>>> = {},
): ProposedField[] {
  const names = Object.keys(nadim) as UsableField[];
  return names.map((name) => ({
    name,
    value: null,
    mark: "by_eye",
    current: null,
    compared: null,
    verdict: "open",
    ...nadim[name],
    ...changes[name],
  }));
}

export function buildReading(fields: Partial<PassportReading> = {}): PassportReading {
  return {
    state: "read",
    problem: null,
    page: 1,
    digits: "+++++",
    document: "passport",
    fields: buildFields(),
    warnings: [],
    lines: nadimLines,
    applicantId: 3,
    version: 4,
    clearedAt: null,
    ...fields,
  };
}

/** Nothing could be read, or nothing is left of it. */
export function buildEmptyReading(fields: Partial<PassportReading>): PassportReading {
  return buildReading({ digits: null, document: null, fields: [], lines: null, ...fields });
}
