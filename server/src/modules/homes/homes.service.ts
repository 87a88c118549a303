/** The home of a client: derived at each reading from what the case is made of. */
import { isAdminCategory } from "contract/document-categories";
import type { Home } from "contract/homes";
import { pipelineStatuses } from "contract/rules";
import type { SignedInActor } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { readInstant } from "#server/database/columns.ts";
import { readTogether } from "#server/database/read-together.ts";
import { checklistOf } from "#server/modules/checklist/checklist-of.ts";
import type { CaseReading } from "#server/modules/checklist/checklist.service.ts";
import { cutText } from "./cut-text.ts";
import { homeOf } from "./home-of.ts";
import { readHome } from "./homes.queries.ts";
import { passageLengths } from "./passages.ts";
import { passagesThrough, rangeOf } from "./range.ts";

type Read = Awaited<ReturnType<typeof readHome>>;

export async function get(actor: SignedInActor, caseId: number): Promise<Home> {
  const read = await readTogether((executor) => readHome(executor, actor, caseId));
  const { reading, invoices, advisers, message } = read;
  const { status } = reading.caseFile;
  return {
    ...homeOf({
      checklist: { items: itemsForClient(reading) },
      status,
      applicants: reading.applicants,
      invoices,
    }),
    ...(await wayOf(read)),
    advisers,
    invoicesDue: invoices,
    latestMessage: message && {
      ...message,
      text: cutText(message.text),
      createdAt: readInstant(message.createdAt),
    },
  };
}

/** The government's papers are none of his, even where one was uploaded for an item that he sees. */
function itemsForClient(reading: CaseReading) {
  const hidden = new Set(
    reading.documents.filter(({ category }) => isAdminCategory(category)).map(({ id }) => id),
  );
  return checklistOf(reading).items.map((item) => ({
    ...item,
    documents: item.documents.filter(({ id }) => !hidden.has(id)),
  }));
}

/** Where the case stands on its way; nothing is said of a case beside it. */
async function wayOf({
  reading,
  since,
  greatest,
  stays,
}: Read): Promise<Pick<Home, "step" | "range">> {
  const { id, status, statusSince, citizenshipProgram: program } = reading.caseFile;
  const index = pipelineStatuses.findIndex((stage) => stage === status);
  if (index === -1) return { step: null, range: null };
  const others = new Map(await passageLengths({ program, status, greatest }));
  others.delete(id);
  const now = runtime.clock.now();
  const before = passagesThrough(status, stays, now).open.get(id) ?? 0;
  return {
    step: { index: index + 1, of: pipelineStatuses.length, status, since: statusSince },
    range: rangeOf({
      lengths: [...others.values()],
      lastedMs: before + Math.max(0, now.getTime() - Date.parse(since)),
      now,
      zone: runtime.config.bureauZone,
    }),
  };
}
