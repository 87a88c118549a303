/** The line breaks in the middle of an upload: no row, no bytes, no open file stays behind (row 15). */
import { readdirSync, readlinkSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { MEGABYTE } from "contract/files";
import { buildCase } from "server/testing/factories/cases.ts";
import { samplePdf } from "server/testing/sample-files.ts";
import { checkWholeness, half, leaked } from "./checker.ts";
import { type FaultTest, type Finding, newFinding, scaled } from "./fault.ts";
import type { Person } from "./person.ts";
import { ProvingGround } from "./proving-ground.ts";
import { ask, sql } from "./query.ts";

const CUTS = 500;
const AT_ONCE = 5;
const CLEAN_WITHIN_MS = 60_000;

export const cutUploads: FaultTest = {
  row: 15,
  what: "upload of 10 MB cut anywhere",
  run: async (trial) => {
    const finding = newFinding();
    const ground = await ProvingGround.open();
    try {
      const { caseId, admin } = await ground.behind(async () => ({
        caseId: (await buildCase()).id,
        admin: (await ground.people("admin"))[0] as Person,
      }));
      const body = multipart(await samplePdf(10 * MEGABYTE - 4096));
      const cut = () => cutAt(admin, { caseId, body }, trial.random.integer(0, body.length - 1));
      for (let left = scaled(CUTS, trial); left > 0; left -= AT_ONCE) {
        const batch = Math.min(left, AT_ONCE);
        await Promise.all(Array.from({ length: batch }, cut));
        finding.inputs += batch;
        finding.faults += batch;
      }
      const cleanAfter = await untilClean(ground, finding);
      finding.remark = `clean after ${(cleanAfter / 1000).toFixed(1)} s`;
      await ground.portal.stop();
      await ground.behind(() => requireNothing(finding));
    } finally {
      await ground.close();
    }
    return finding;
  },
};

const BOUNDARY = "----cut-in-the-middle";

function multipart(pdf: Buffer): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="scan.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), pdf, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

async function cutAt(
  person: Person,
  { caseId, body }: { caseId: number; body: Buffer },
  position: number,
): Promise<void> {
  const url = new URL(person.origin);
  const headers = {
    host: url.host,
    "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
    "content-length": body.length,
    ...(await person.credentials()),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `POST /api/cases/${caseId}/documents HTTP/1.1\r\n${lines.join("")}\r\n`;
  const socket = connect(Number(url.port), url.hostname);
  // A portal that has noticed may reset the line; it is cut either way.
  socket.on("error", () => undefined);
  socket.write(head);
  await new Promise((resolve) => socket.write(body.subarray(0, position), resolve));
  socket.destroy();
}

/** How long until nothing is spooled and no spooled or stored file is open any more. */
async function untilClean(ground: ProvingGround, finding: Finding): Promise<number> {
  const startedAt = performance.now();
  let rest = remains(ground);
  while (rest > 0 && performance.now() - startedAt < CLEAN_WITHIN_MS) {
    await pause(100);
    rest = remains(ground);
  }
  if (rest > 0) leaked(finding, rest, "spooled or open files are left after a minute");
  return performance.now() - startedAt;
}

function remains({ directory, portal }: ProvingGround): number {
  const spooled = readdirSync(join(directory, "files"), { recursive: true, encoding: "utf8" });
  const handles = join("/proc", String(portal.processId), "fd");
  const open = readdirSync(handles).map((name) => targetOf(join(handles, name)));
  return (
    spooled.filter((name) => name.endsWith(".part")).length +
    open.filter((target) => target.startsWith(join(directory, "files"))).length
  );
}

function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    // It has been closed since it was listed.
    return "";
  }
}

async function requireNothing(finding: Finding): Promise<void> {
  const [row] = await ask<{ count: number }>(
    sql`select (select count(*) from stored_files)::int + (select count(*) from documents)::int as count`,
  );
  const count = row?.count ?? 0;
  if (count > 0) half(finding, `${count} rows came of uploads that never ended`);
  await checkWholeness(finding);
}
