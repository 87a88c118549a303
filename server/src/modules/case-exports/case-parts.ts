/** A case as the files of its archive, one after the other; what is long is read while it leaves. */
import { Readable } from "node:stream";
import * as z from "zod/mini";
import { AuditEvent } from "contract/activity";
import { Reply } from "contract/comments";
import { hasFullAccess } from "#server/core/actor.ts";
import type { Executor } from "#server/database/connection.ts";
import { openStoredFile, verifiedContent } from "#server/files/open.ts";
import { readEvents } from "#server/modules/activity/activity.service.ts";
import { wholeConversation } from "#server/modules/comments/whole-conversation.service.ts";
import type { About } from "./about.ts";
import type { Contents } from "./case-contents.ts";
import type { CaseFilePart } from "./case-files.ts";
import { beginPage, endPage, messageOnPage } from "./conversation-page.ts";

/** Throws when its bytes cannot be read. */
export type Part = {
  readonly path: string;
  readonly record: string;
  readonly isText: boolean;
  /** The object in storage that holds it. */
  readonly source?: string;
  open(): Promise<Readable>;
};

const EVENTS_AT_ONCE = 1000;

type Read = { about: About; contents: Contents; files: readonly CaseFilePart[] };

export function partsOf(executor: Executor, { about, contents, files }: Read): Part[] {
  const { caseFile, audience, reader } = about;
  const text = (path: string, read: () => Iterable<string> | AsyncIterable<string>): Part => ({
    path,
    record: `case ${caseFile.id}`,
    isText: true,
    open: () => Promise.resolve(Readable.from(read(), { objectMode: false })),
  });
  const json = (path: string, value: unknown) => text(path, () => [jsonText(value)]);
  const paths = new Map(files.map(({ record, path }) => [record, path]));
  const isForAdmins = audience === "bureau" && hasFullAccess(reader);
  return [
    json("case.json", contents.case),
    json("people.json", contents.people),
    ...files.map(fileOf),
    text("messages.json", () => messagesText(executor, caseFile.id)),
    text("messages.html", () => pageText(executor, about, (id) => paths.get(`comment ${id}`))),
    json("checklist.json", contents.checklist),
    ...(isForAdmins ? [text("activity.jsonl", () => activityText(executor, caseFile.id))] : []),
    ...(contents.notes === null ? [] : [json("notes.json", contents.notes)]),
  ];
}

export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function fileOf({ path, record, content }: CaseFilePart): Part {
  return {
    path,
    record,
    isText: false,
    ...(content !== null && "storageKey" in content && { source: content.storageKey }),
    async open() {
      if (content === null) throw new Error("The record has lost its file");
      if (typeof content === "function") return Readable.from([await content()]);
      return verifiedContent(await openStoredFile(content));
    },
  };
}

/** One array, a message on each line. */
async function* messagesText(executor: Executor, caseId: number) {
  let before = "[\n";
  for await (const messages of wholeConversation(executor, caseId)) {
    const lines = z
      .parse(z.array(Reply), messages)
      .map(({ replies: _none, ...message }) => JSON.stringify(message));
    yield before + lines.join(",\n");
    before = ",\n";
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}

async function* pageText(
  executor: Executor,
  { caseFile }: About,
  pathOf: (id: number) => string | undefined,
) {
  yield beginPage(caseFile);
  for await (const messages of wholeConversation(executor, caseFile.id))
    yield messages.map((message) => messageOnPage(message, pathOf)).join("");
  yield endPage;
}

/** Newest first, as the portal shows it. */
async function* activityText(executor: Executor, caseId: number) {
  for (let before: number | undefined; ;) {
    const wanted = { caseId, limit: EVENTS_AT_ONCE, before };
    const events = z.parse(z.array(AuditEvent), await readEvents(executor, wanted));
    yield events.map((event) => `${JSON.stringify(event)}\n`).join("");
    if (events.length < EVENTS_AT_ONCE) return;
    before = events.at(-1)?.seq;
  }
}
