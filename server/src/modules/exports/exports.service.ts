/** A list as a file: counted before its first byte, then read and written piece by piece. */
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import {
  type ExportFormat,
  type ExportList,
  exportsApi,
  MOST_EXPORTED,
  MOST_IN_EXCEL,
} from "contract/exports";
import type { SignedInActor } from "#server/core/actor.ts";
import { badRequest } from "#server/core/errors.ts";
import { bureauToday } from "#server/database/bureau-clock.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import { contentDisposition } from "#server/files/names.ts";
import { fileHeaders } from "#server/files/serve.ts";
import type { Cell } from "#server/files/sheets/sheet.ts";
import { writeCsv } from "#server/files/sheets/write-csv.ts";
import { writeXlsxApart } from "#server/files/sheets/write-xlsx-apart.ts";
import { numberOfCase } from "#server/modules/cases/found-cases.service.ts";
import { assertMayExport } from "./exports.policy.ts";
import type { Listed } from "./listed.ts";

const contentTypes: Record<ExportFormat, string> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

type Query = { format: ExportFormat };
type Asked = { actor: SignedInActor; query: Query; reply: FastifyReply };

/** `read` is called once the actor may. */
export async function sendList(
  list: ExportList,
  { actor, query, reply }: Asked,
  read: () => Listed | Promise<Listed>,
): Promise<void> {
  assertMayExport(actor, list);
  const listed = await read();
  const rows = await listed.count();
  assertFits(rows, query.format);
  const name = nameOf(list);
  reply
    .headers(fileHeaders)
    .header("content-type", contentTypes[query.format])
    .header(
      "content-disposition",
      contentDisposition("attachment", `${name}_${bureauToday()}.${query.format}`),
    );
  if (reply.request.method === "HEAD") return void (await reply.send(""));
  await note({ actor, list: name, rows, query });
  await reply.send(await contentOf(listed, { name, format: query.format }));
}

/** Throws 400 without a case, 404 for one that this actor does not see. */
export async function caseOf(
  actor: SignedInActor,
  { caseId }: { caseId?: string | undefined },
): Promise<number> {
  if (caseId === undefined) throw badRequest("Choose a case");
  return numberOfCase(actor, caseId);
}

export function assertFits(rows: number, format: ExportFormat): void {
  if (rows > MOST_EXPORTED) throw badRequest("Narrow the list to at most 200,000 rows.");
  if (format === "xlsx" && rows > MOST_IN_EXCEL)
    throw badRequest("Excel files hold at most 50,000 rows here. Choose CSV.");
}

async function contentOf(
  listed: Listed,
  { name, format }: { name: string; format: ExportFormat },
): Promise<Readable | Buffer> {
  if (format === "csv")
    return Readable.from(writeCsv(listed.columns, listed.pieces()), { highWaterMark: 1 });
  const rows: (readonly Cell[])[] = [];
  for await (const piece of listed.pieces()) rows.push(...piece);
  return Buffer.from(await writeXlsxApart({ name, columns: listed.columns, rows }));
}

/** As in its address and in the name of its file. */
function nameOf(list: ExportList): string {
  return exportsApi[list].path.slice("/api/exports/".length);
}

type Made = { actor: SignedInActor; list: string; rows: number; query: Query };

async function note({ actor, list, rows, query }: Made): Promise<void> {
  const { format, ...filter } = query;
  await inTransaction((tx) =>
    recordSecurityEvent(tx, {
      kind: "export.made",
      userId: actor.id,
      metadata: { list, format, rows, filter },
    }),
  );
}
