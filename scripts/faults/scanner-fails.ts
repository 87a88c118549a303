/** The virus scanner hangs up, refuses, talks nonsense, is silent or is gone: nothing is stored unscanned (row 11). */
import { EICAR, openClamdStandIn, type ScannerMood } from "server/testing/clamd-stand-in.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { samplePdf } from "server/testing/sample-files.ts";
import { checkWholeness, half } from "./checker.ts";
import { type FaultTest, type Finding, newFinding, scaled } from "./fault.ts";
import type { Person } from "./person.ts";
import { ProvingGround } from "./proving-ground.ts";
import { ask, sql } from "./query.ts";

const ROUNDS = 300;
/** A silence takes twenty seconds. */
const SILENCES = 20;
const failing: readonly ScannerMood[] = ["cut", "full", "confused"];

export const scannerFails: FaultTest = {
  row: 11,
  what: "required virus scanner that hangs up, talks nonsense, is silent or gone",
  run: async (trial) => {
    const finding = newFinding();
    const scanner = await openClamdStandIn();
    const ground = await ProvingGround.open({ SCAN: "required", CLAMD_ADDRESS: scanner.address });
    try {
      const desk = await ground.behind(async () => ({
        admin: (await ground.people("admin"))[0] as Person,
        caseId: (await buildCase()).id,
        pdf: await samplePdf(),
        finding,
      }));
      const refuseAll = async (mood: ScannerMood) => {
        scanner.behave(mood);
        await expectAnswer(desk, { what: `with a scanner that is ${mood}`, status: 503 });
        finding.faults += 1;
        scanner.behave("well");
      };
      for (let round = 0; round < scaled(ROUNDS, trial); round += 1) {
        await refuseAll(trial.random.pick(failing));
        await expectAnswer(desk, { what: "in health", status: 201 });
        await expectAnswer(desk, { what: "infected", status: 422 });
      }
      for (let left = scaled(SILENCES, trial); left > 0; left -= 1) await refuseAll("silent");
      await scanner.close();
      await expectAnswer(desk, { what: "with a scanner that is gone", status: 503 });
      finding.faults += 1;
      await ground.portal.stop();
      await ground.behind(async () => {
        const [row] = await ask<{ count: number }>(
          sql`select count(*)::int as count from stored_files`,
        );
        if (row?.count !== finding.acknowledged)
          half(finding, `${row?.count} files are stored, ${finding.acknowledged} were scanned`);
        await checkWholeness(finding);
      });
    } finally {
      await ground.close();
    }
    return finding;
  },
};

type Desk = { admin: Person; caseId: number; pdf: Buffer; finding: Finding };

async function expectAnswer(
  { admin, caseId, pdf, finding }: Desk,
  { what, status }: { what: string; status: 201 | 422 | 503 },
): Promise<void> {
  const content = status === 422 ? Buffer.concat([pdf, Buffer.from(EICAR)]) : pdf;
  const body = new FormData();
  body.append("files", new File([new Uint8Array(content)], "scan.pdf"));
  const path = `/api/cases/${caseId}/documents`;
  finding.inputs += 1;
  const answer = await admin.send({ method: "POST", path, body });
  if (answer.status === 201) finding.acknowledged += 1;
  if (answer.status !== status)
    finding.problems.push(`an upload ${what} was answered ${answer.status} ${answer.text}`);
}
