/** What is called, and how each of the two servers wants to be called. */
import { randomBytes, randomUUID } from "node:crypto";
import { MEGABYTE } from "contract/files";
import { runtime } from "server/src/core/runtime.ts";
import type { Call, Caller } from "./caller.ts";
import type { Fixtures, Session } from "./fixtures.ts";

/** How much longer it may take than the bare server's. */
type Goals = { most: number; mostCpu?: number };
export type Operation = Goals & {
  name: string;
  /** The turn makes each call another one. */
  bare(turn: number): Call;
  portal(turn: number): Call;
};
export type Operations = Record<
  "page" | "case" | "comments" | "post" | "upload" | "download",
  Operation
>;
export type Files = { bytes: number; word: string };

/** The first cases are long conversations; the next ones are written to, and the ones after them get the files. */
export const TALKS = 500;
const REST_FROM = TALKS + 1;
const REST = 400;
const PAGE = 50;

type Setting = { admin: Session; page: Call; files: Files; document: string; bareFile: string };

/** `callers` reach the two servers, to see what they have and to leave a file at each. */
export async function operationsOf(
  fixtures: Fixtures,
  callers: { bare: Caller; portal: Caller },
  files: Files,
): Promise<Operations> {
  const admin = await fixtures.admin();
  const page = await pageCall(fixtures, callers.portal);
  const setting: Setting = { admin, page, files, document: "", bareFile: "" };
  const { upload } = operations(setting);
  const stored = await callers.portal.ask(upload.portal(0));
  const [document] = JSON.parse(stored.body.toString()) as { id: number }[];
  const kept = await callers.bare.ask(upload.bare(0));
  const [bareFile] = JSON.parse(kept.body.toString()) as { id: number }[];
  return operations({
    ...setting,
    document: String(document?.id),
    bareFile: String(bareFile?.id),
  });
}

function operations({ admin, page, files, document, bareFile }: Setting): Operations {
  const { headers, creating } = headersOf(admin);
  const content = pdfOf(files.bytes);
  const form = formOf(content);
  const formType = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };
  const json = { "content-type": "application/json" };
  const get = (path: string): Call => ({ method: "GET", path, headers });
  return {
    page: {
      name: "Page of 50 cases",
      most: 2.5,
      bare: () => get("/cases"),
      portal: () => page,
    },
    case: {
      name: "One case",
      most: 3.5,
      bare: (turn) => get(`/case/${talk(turn)}`),
      portal: (turn) => get(`/api/cases/by-case-id/${codeOf(talk(turn))}`),
    },
    comments: {
      name: "50 comments",
      most: 3.5,
      bare: (turn) => get(`/comments/${talk(turn)}`),
      portal: (turn) => get(`/api/cases/${talk(turn)}/comments`),
    },
    post: {
      name: "Post a comment",
      most: 5,
      bare: (turn) => ({
        method: "POST",
        path: `/comments/${rest(turn)}`,
        headers: json,
        body: JSON.stringify({ userId: admin.id, message: messageOf(turn) }),
      }),
      portal: (turn) => ({
        method: "POST",
        path: `/api/cases/${rest(turn)}/comments`,
        headers: { ...creating(), ...json },
        body: JSON.stringify({ message: messageOf(turn) }),
      }),
    },
    upload: {
      name: `Upload ${files.word}`,
      most: 2,
      mostCpu: 3,
      bare: (turn) => ({ method: "POST", path: `/files/${rest(turn)}`, body: content }),
      portal: (turn) => ({
        method: "POST",
        path: `/api/cases/${rest(turn)}/documents`,
        headers: { ...creating(), ...formType },
        body: form,
      }),
    },
    download: {
      name: `Download ${files.word}`,
      most: 1.5,
      mostCpu: 2,
      bare: () => get(`/file/${bareFile}`),
      portal: () => get(`/api/documents/${document}/download`),
    },
  };
}

/** As an adviser with fifty cases sees the dashboard, until there is a call that answers a page of all cases. */
async function pageCall(fixtures: Fixtures, caller: Caller): Promise<Call> {
  const { headers } = headersOf(await fixtures.admin());
  const page: Call = { method: "GET", path: `/api/cases/page?limit=${PAGE}`, headers };
  if ((await caller.ask(page)).status === 200) return page;
  const adviser = await fixtures.session("agent");
  await runtime.pool.query(
    "insert into case_assignments (case_id, user_id) select n, $1 from generate_series(1, $2) n on conflict do nothing",
    [adviser.id, PAGE],
  );
  return { method: "GET", path: "/api/cases", headers: headersOf(adviser).headers };
}

/** As a browser sends them. */
function headersOf({ cookie, csrfToken }: Session) {
  const headers = { cookie, "accept-encoding": "gzip, deflate, br, zstd" };
  const creating = () => ({
    ...headers,
    "x-csrf-token": csrfToken,
    "idempotency-key": randomUUID(),
  });
  return { headers, creating };
}

function talk(turn: number): number {
  return 1 + ((turn * 7) % TALKS);
}

function rest(turn: number): number {
  return REST_FROM + (turn % REST);
}

function codeOf(caseNumber: number): string {
  return `BENCH-${String(caseNumber).padStart(6, "0")}`;
}

function messageOf(turn: number): string {
  return `The certified copies of the passports have arrived, number ${turn}`;
}

const BOUNDARY = "----PortalBenchBoundary7MA4YWxkTrZu0gW";

function formOf(content: Buffer): Buffer {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="files"; filename="scan.pdf"\r\ncontent-type: application/pdf\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

export const fiveMegabytes: Files = { bytes: 5 * MEGABYTE, word: "5 MB" };
export const scan: Files = { bytes: 200_000, word: "200 KB" };

function pdfOf(bytes: number): Buffer {
  const content = randomBytes(bytes);
  content.write("%PDF-1.7\n", 0, "latin1");
  content.write("\n%%EOF\n", bytes - 7, "latin1");
  return content;
}
