/** A part of a dossier, drawn from sources that a test has at hand. */
import { buildPart } from "#server/files/dossier/build-part.ts";
import type { FrontSheet, PaperOrder, PartOrder } from "#server/files/dossier/part-order.ts";

export type Source = { content: Buffer } & Partial<PaperOrder>;

const plainBureau: FrontSheet["bureau"] = {
  name: "Example Bureau",
  address: null,
  trn: null,
  phone: null,
  website: null,
  foot: null,
  logo: null,
};

export function frontWith(some: Partial<FrontSheet>): FrontSheet {
  return {
    bureau: plainBureau,
    title: "FIU, first stage",
    addressee: "Financial Intelligence Unit",
    facts: [{ word: "Case", value: "VU-2026-0014" }],
    people: [],
    index: [],
    toFollow: [],
    whatIsNew: [],
    fileNames: ["one.pdf"],
    ...some,
  };
}

/** Of one page each unless said otherwise. */
export async function drawPart(
  sources: readonly Source[],
  some: Partial<PartOrder> = {},
  tell: (pages: number) => unknown = () => undefined,
): Promise<Buffer> {
  const papers = sources.map(({ content, ...paper }, index) => ({
    no: index + 1,
    label: "Passport",
    heading: "SARROUF, NADIM",
    person: null,
    format: "pdf" as const,
    pages: 1,
    ...paper,
    bytes: content.length,
  }));
  const waiting = sources.map(({ content }) => content);
  const written: Buffer[] = [];
  await buildPart({
    order: {
      part: 1,
      parts: 1,
      firstPage: 1,
      totalPages: papers.reduce((sum, { pages }) => sum + pages, 0),
      caseCode: "VU-2026-0014",
      title: "FIU, first stage",
      bureauName: plainBureau.name,
      requestedAt: "2026-11-24T08:00:00.000Z",
      id: "0123456789abcdef".repeat(2),
      front: null,
      opening: null,
      ...some,
      papers,
    },
    read: () => Promise.resolve(waiting.shift() ?? Buffer.alloc(0)),
    write: async (bytes) => void written.push(Buffer.from(bytes)),
    tell,
  });
  return Buffer.concat(written);
}
