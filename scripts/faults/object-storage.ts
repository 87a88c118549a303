/** The object storage fails, falls silent, breaks off or answers with other bytes (row 9). */
import { randomBytes } from "node:crypto";
import { buildCase } from "server/testing/factories/cases.ts";
import { type Fault, openS3StandIn, type S3StandIn } from "server/testing/s3-stand-in.ts";
import { samplePdf } from "server/testing/sample-files.ts";
import { checkWholeness, half, leaked } from "./checker.ts";
import { type FaultTest, type Finding, newFinding, scaled } from "./fault.ts";
import type { Person } from "./person.ts";
import { ProvingGround } from "./proving-ground.ts";

const ROUNDS = 300;
/** The portal asks a silent storage more than once before it gives up. */
const TIMES = 20;
const faults: readonly Fault[] = ["error", "cut", "silent", "wrongBytes"];

export const objectStorage: FaultTest = {
  row: 9,
  what: "object storage that fails, is silent, breaks off or lies",
  run: async (trial) => {
    const finding = newFinding();
    const storage = await openS3StandIn();
    const { endpoint, region, bucket, accessKeyId, secretAccessKey } = storage.settings;
    const ground = await ProvingGround.open({
      S3_ENDPOINT: endpoint ?? "",
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      SECRET_KEY: randomBytes(32).toString("base64"),
      FILES_KEY: randomBytes(32).toString("base64"),
    });
    try {
      const { admin, caseId } = await ground.behind(async () => ({
        admin: (await ground.people("admin"))[0] as Person,
        caseId: (await buildCase()).id,
      }));
      const pdf = await samplePdf();
      for (let round = 0; round < scaled(ROUNDS, trial); round += 1) {
        const fault = faults[round % faults.length] as Fault;
        await tryOnce({ storage, admin, caseId, pdf, finding }, fault);
      }
      await ground.portal.stop();
      await ground.behind(() => checkWholeness(finding));
    } finally {
      await ground.close();
      await storage.close();
    }
    return finding;
  },
};

type Attempt = {
  storage: S3StandIn;
  admin: Person;
  caseId: number;
  pdf: Buffer;
  finding: Finding;
};

/** An upload and a download in health, the same in sickness, and the first file once more in health. */
async function tryOnce(attempt: Attempt, fault: Fault): Promise<void> {
  const { storage, finding } = attempt;
  const id = await upload(attempt);
  if (id === null) return;
  storage.fail("PUT", fault, { times: TIMES });
  const refused = await send(attempt);
  finding.faults += 1;
  // A lie about a PUT is a success that did not ask for the bytes again: the next reading would notice it.
  if (refused.status < 300 && fault !== "wrongBytes")
    half(finding, `an upload into a storage with "${fault}" was accepted`);
  if (refused.status >= 500 && refused.status !== 503)
    finding.problems.push(
      `an upload into a storage with "${fault}" was answered ${refused.status}`,
    );
  storage.heal();
  storage.fail("GET", fault, { times: TIMES });
  finding.faults += 1;
  await read(attempt, { id, mayFail: true, fault });
  storage.heal();
  await read(attempt, { id, mayFail: false, fault });
}

async function upload(attempt: Attempt): Promise<number | null> {
  const { status, body, text } = await send(attempt);
  if (status !== 201) {
    attempt.finding.problems.push(`a healthy storage: ${status} ${text}`);
    return null;
  }
  attempt.finding.acknowledged += 1;
  return (body as { id: number }[])[0]?.id ?? null;
}

function send({ admin, caseId, pdf, finding }: Attempt) {
  finding.inputs += 1;
  const form = new FormData();
  const file = new File([new Uint8Array(pdf)], "scan.pdf", { type: "application/pdf" });
  form.append("files", file);
  return admin.send({ method: "POST", path: `/api/cases/${caseId}/documents`, body: form });
}

type Reading = { id: number; mayFail: boolean; fault: Fault };

async function read(attempt: Attempt, { id, mayFail, fault }: Reading): Promise<void> {
  const { admin, pdf, finding } = attempt;
  finding.inputs += 1;
  const path = `/api/documents/${id}/download`;
  const answer = await admin.send({ method: "GET", path });
  const isSound = answer.text === new TextDecoder().decode(pdf);
  if (answer.status === 200 && !isSound)
    leaked(finding, 1, `download from a storage with "${fault}" showed other bytes`);
  if (answer.status !== 200 && !mayFail) {
    finding.lost += 1;
    finding.problems.push(`a stored file could not be read in health: ${answer.status}`);
  }
  if (answer.status >= 500 && ![500, 503].includes(answer.status))
    finding.problems.push(`a download was answered ${answer.status}`);
}
