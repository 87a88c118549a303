/** Two people change fields of the same case at the same moment: no value disappears unseen (row 18). */
import { buildCase } from "server/testing/factories/cases.ts";
import { half } from "./checker.ts";
import { type FaultTest, type Finding, newFinding, scaled } from "./fault.ts";
import type { Answer, Person } from "./person.ts";
import { ProvingGround } from "./proving-ground.ts";
import type { Random } from "./random.ts";

const ROUNDS = 10_000;

type Values = Record<string, string | number>;
type CaseNow = Values & { version: number };
type Edit = { values: Values; answer: Answer };

/** A value that no round has had before. */
const fields: Record<string, (round: number) => string | number> = {
  title: (round) => `Family ${round}`,
  description: (round) => `Description ${round}`,
  nationality: (round) => `Nation ${round}`,
  citizenshipFee: (round) => round,
  fiuFee: (round) => round + 1,
};

export const editedTogether: FaultTest = {
  row: 18,
  what: "two editors of one case, random fields, with If-Match",
  run: async (trial) => {
    const finding = newFinding();
    const ground = await ProvingGround.open();
    try {
      const { editors, caseCode, caseId } = await ground.behind(async () => {
        const caseFile = await buildCase();
        const editors = await ground.people("admin", 2);
        return { editors, caseCode: caseFile.caseId, caseId: caseFile.id };
      });
      const [reader] = editors as [Person, Person];
      const read = async () => {
        const { body } = await reader.send({
          method: "GET",
          path: `/api/cases/by-case-id/${caseCode}`,
        });
        return (body as { case: CaseNow }).case;
      };
      for (let round = 1; round <= scaled(ROUNDS, trial); round += 1) {
        const { version } = await read();
        const edits = await Promise.all(
          editors.map((editor, index) =>
            edit(editor, { caseId, version, values: choose(trial.random, round * 10 + index * 5) }),
          ),
        );
        finding.inputs += edits.length;
        finding.faults += 1;
        judge(finding, edits, await read());
      }
    } finally {
      await ground.close();
    }
    return finding;
  },
};

function choose(random: Random, unique: number): Values {
  const names = Object.keys(fields).filter(() => random.fraction() < 0.4);
  const chosen = names.length > 0 ? names : ["title"];
  return Object.fromEntries(chosen.map((name) => [name, fields[name]?.(unique) ?? unique]));
}

type Wish = { caseId: number; version: number; values: Values };

async function edit(person: Person, { caseId, version, values }: Wish): Promise<Edit> {
  const answer = await person.send({
    method: "PATCH",
    path: `/api/cases/${caseId}`,
    body: values,
    headers: { "if-match": `"${version}"` },
  });
  return { values, answer };
}

function judge(finding: Finding, edits: Edit[], now: CaseNow): void {
  const [one, other] = edits as [Edit, Edit];
  const share = Object.keys(one.values).some((name) => name in other.values);
  const accepted = edits.filter(({ answer }) => answer.status === 200);
  finding.acknowledged += accepted.length;
  for (const { answer } of edits) {
    if (answer.status !== 200 && answer.status !== 409)
      finding.problems.push(`an edit was answered ${answer.status}: ${answer.text}`);
  }
  if (share && accepted.length !== 1)
    finding.problems.push(`${accepted.length} of two edits of the same field were accepted`);
  if (!share && accepted.length !== 2) finding.problems.push("edits of different fields collided");
  for (const { values, answer } of edits) {
    const stands = Object.entries(values).filter(([name, value]) => now[name] === value).length;
    if (answer.status === 200 && stands < Object.keys(values).length) {
      finding.lost += 1;
      finding.problems.push(`an accepted edit of ${Object.keys(values).join(", ")} is gone`);
    }
    if (answer.status === 409 && stands > 0)
      half(finding, `a refused edit of ${Object.keys(values).join(", ")} stands in part`);
  }
}
