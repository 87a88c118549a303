/** The table that shows which test proves which row. */
import { isToCome, openRows, type Coverage, type Mention, type Row } from "./coverage-rows.ts";

const HEAD = `# Coverage

Which test proves which row of \`requirements.md\` and of \`work/\`: the names of the tests carry the ids. What no test can judge is in \`seen-by-eye.md\`, with the reason.

Written by \`npm run coverage\`, never by hand.
`;

export function drawTable(coverage: Coverage): string {
  const areas = [...new Set(coverage.rows.map(({ area }) => area))];
  return [HEAD, counts(coverage), ...areas.map((area) => section(area, coverage))]
    .concat(admission(openRows(coverage)))
    .join("\n");
}

function counts(coverage: Coverage): string {
  const tested = new Set(coverage.tests.map(({ id }) => id));
  const open = openRows(coverage).length;
  const byTest = coverage.rows.filter(({ id }) => tested.has(id)).length;
  const toCome = coverage.rows.filter(({ id }) => !tested.has(id) && isToCome(id, coverage)).length;
  const byEye = coverage.rows.length - byTest - toCome - open;
  return `${coverage.rows.length} rows: ${byTest} proven by tests, ${byEye} seen by eye, ${toCome} to come, ${open} not yet proven.\n`;
}

function section(area: string, coverage: Coverage): string {
  const lines = coverage.rows
    .filter((row) => row.area === area)
    .flatMap(({ id }) => {
      const proof = proofOf(id, coverage);
      return proof === "" ? [] : [`| ${id} | ${proof} |`];
    });
  return [`## ${area}`, "", "| Row | Proof |", "|---|---|", ...lines, ""].join("\n");
}

function proofOf(id: string, { tests, seenByEye }: Coverage): string {
  const named = tests.filter((mention) => mention.id === id).map(describeTest);
  const seen = seenByEye.filter((mention) => mention.id === id);
  const proofs = named.length > 0 ? named : seen.map(({ text }) => `seen by eye: ${text}`);
  return [...new Set(proofs)].join("<br>");
}

function describeTest({ path, text }: Mention): string {
  return `${path}: ${text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|")}`;
}

function admission(open: Row[]): string[] {
  return open.length === 0 ? [] : ["## Not yet proven", "", ...open.map(({ id }) => `- ${id}`), ""];
}
