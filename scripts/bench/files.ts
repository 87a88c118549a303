import { randomBytes } from "node:crypto";
import { MEGABYTE } from "contract/files";
import { buildCase } from "server/testing/factories/cases.ts";
import { buildDocument } from "server/testing/factories/documents.ts";
import { type Figure, figure } from "./figure.ts";
import type { Fixtures } from "./fixtures.ts";
import { memoryFigure, watchMemory } from "./memory.ts";

const UPLOADS_AT_ONCE = 10;
const ROUNDS = 3;
/** Together the 500 MB that one download may have. */
const ZIP_MEMBERS = 100;
const ZIP_MEMBER_BYTES = 5 * MEGABYTE;

export async function uploadFigures(fixtures: Fixtures): Promise<Figure[]> {
  const portal = await fixtures.portal();
  const { cookie, csrfToken } = await fixtures.admin();
  const caseFile = await buildCase();
  const scan = pdfOf(10 * MEGABYTE);
  const memory = watchMemory(portal.processId);
  const before = performance.now();
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(
      Array.from({ length: UPLOADS_AT_ONCE }, async () => {
        const body = new FormData();
        body.append("files", new File([scan], "scan.pdf", { type: "application/pdf" }));
        const answer = await fetch(`${portal.origin}/api/cases/${caseFile.id}/documents`, {
          method: "POST",
          headers: { cookie, "x-csrf-token": csrfToken },
          body,
        });
        if (answer.status !== 201) throw new Error(`An upload failed: ${await answer.text()}`);
      }),
    );
  }
  const seconds = (performance.now() - before) / 1000 / ROUNDS;
  return [
    memoryFigure("10 uploads of 10 MB at once, resident memory", memory, 250),
    figure("10 uploads of 10 MB at once, until all are stored", { value: seconds, unit: "s" }),
  ];
}

export async function zipFigures(fixtures: Fixtures): Promise<Figure[]> {
  const portal = await fixtures.portal();
  const { cookie } = await fixtures.admin();
  const caseFile = await buildCase();
  const content = pdfOf(ZIP_MEMBER_BYTES);
  for (let made = 0; made < ZIP_MEMBERS; made += 1) {
    await buildDocument({ caseId: caseFile.id, category: "passport", content });
  }
  const memory = watchMemory(portal.processId);
  const before = performance.now();
  const answer = await fetch(
    `${portal.origin}/api/cases/by-case-id/${caseFile.caseId}/documents/download-stage?stage=stage1`,
    { headers: { cookie } },
  );
  let bytes = 0;
  for await (const chunk of answer.body ?? []) bytes += chunk.length;
  if (bytes < ZIP_MEMBERS * ZIP_MEMBER_BYTES) throw new Error(`The ZIP has ${bytes} bytes`);
  const seconds = (performance.now() - before) / 1000;
  return [
    {
      ...memoryFigure("ZIP of 100 × 5 MB, the most one download may have, resident memory", memory),
      target: "flat",
      isMet: isFlat(memory.before, memory.peak()),
    },
    figure("ZIP of 100 × 5 MB, until the last byte", { value: seconds, unit: "s" }),
  ];
}

/** A tenth of what is sent would already be a leak; streams and pending garbage stay below fifty megabytes. */
function isFlat(before: number | null, peak: number | null): boolean | null {
  return before === null || peak === null ? null : peak - before <= 50;
}

function pdfOf(bytes: number): Buffer<ArrayBuffer> {
  const content = randomBytes(bytes);
  content.write("%PDF-1.7\n", 0, "latin1");
  content.write("\n%%EOF\n", bytes - 7, "latin1");
  return content as Buffer<ArrayBuffer>;
}
