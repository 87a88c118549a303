/**
 * An object storage for tests, on the loopback. It is strict where a real one is: it checks the signature of every
 * request, the length and the checksum of every object, answers ranges and pages, and refuses what it does not know.
 * And it can be told to fail in the ways real ones fail.
 */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import type { S3Settings } from "#server/integrations/storage/s3.ts";
import { isSignatureRight } from "./s3-signature.ts";

/** What goes wrong with the next requests of a method. */
export type Fault =
  /** Answers 500 like an overloaded service. */
  | "error"
  /** Ends the connection in the middle of a body. */
  | "cut"
  /** Accepts the connection and says nothing. */
  | "silent"
  /** Sends the right number of wrong bytes. */
  | "wrongBytes";

export type S3StandIn = {
  settings: S3Settings;
  objects: Map<string, { bytes: Buffer; storedAt: Date }>;
  /** Every request as `METHOD path`, in order. */
  requests: string[];
  /** The next requests of a method fail; some may get through before. */
  fail(method: string, fault: Fault, plan?: { times?: number; after?: number }): void;
  /** Nothing fails any more. */
  heal(): void;
  close(): Promise<void>;
};

const PAGE = 3;

export async function openS3StandIn(): Promise<S3StandIn> {
  const objects: S3StandIn["objects"] = new Map();
  const requests: string[] = [];
  const plan = new Map<string, (Fault | undefined)[]>();
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const method = request.method ?? "";
    requests.push(`${method} ${request.url}`);
    const fault = plan.get(method)?.shift();
    answer({ request, response, fault }, { settings, objects }).catch(() => request.destroy());
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${port}/`,
    region: "test-region-1",
    bucket: "portal-files",
    accessKeyId: "stand-in",
    secretAccessKey: "a secret of the stand-in",
  };
  return {
    settings,
    objects,
    requests,
    fail(method, fault, { times = 1, after = 0 } = {}) {
      plan.set(method, [...Array<undefined>(after), ...Array<Fault>(times).fill(fault)]);
    },
    heal: () => plan.clear(),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Exchange = { request: IncomingMessage; response: ServerResponse; fault: Fault | undefined };
type Bucket = Pick<S3StandIn, "settings" | "objects">;

async function answer(exchange: Exchange, bucket: Bucket): Promise<void> {
  const { request, response, fault } = exchange;
  if (fault === "silent") return;
  if (fault === "cut" && request.method === "PUT") {
    request.once("data", () => request.destroy());
    return;
  }
  const body = await buffer(request);
  if (fault === "error") return refuse(response, 500, "InternalError");
  if (!isSignatureRight(request, body, bucket.settings)) {
    return refuse(response, 403, "SignatureDoesNotMatch");
  }
  const url = new URL(request.url ?? "/", bucket.settings.endpoint ?? "");
  const [, name, ...rest] = url.pathname.split("/");
  if (name !== bucket.settings.bucket) return refuse(response, 404, "NoSuchBucket");
  const key = decodeURIComponent(rest.join("/"));
  switch (`${request.method} ${key === "" ? "bucket" : "object"}`) {
    case "HEAD bucket":
      return void response.writeHead(200).end();
    case "GET bucket":
      return listObjects(response, url.searchParams, bucket);
    case "PUT object":
      return putObject(exchange, { key, body }, bucket);
    case "GET object":
      return getObject(exchange, key, bucket);
    case "DELETE object":
      bucket.objects.delete(key);
      return void response.writeHead(204).end();
    default:
      return refuse(response, 501, "NotImplemented");
  }
}

type NewObject = { key: string; body: Buffer };

function putObject(
  { request, response }: Exchange,
  { key, body }: NewObject,
  bucket: Bucket,
): void {
  if (request.headers["content-length"] !== String(body.length)) {
    return refuse(response, 411, "MissingContentLength");
  }
  const md5 = createHash("md5").update(body).digest("base64");
  if (request.headers["content-md5"] !== md5) return refuse(response, 400, "BadDigest");
  if (/aws-chunked/.test(request.headers["content-encoding"] ?? "")) {
    return refuse(response, 501, "NotImplemented");
  }
  bucket.objects.set(key, { bytes: body, storedAt: new Date() });
  response.writeHead(200, { etag: `"${Buffer.from(md5, "base64").toString("hex")}"` }).end();
}

function getObject({ request, response, fault }: Exchange, key: string, bucket: Bucket): void {
  const object = bucket.objects.get(key);
  if (!object) return refuse(response, 404, "NoSuchKey");
  const total = object.bytes.length;
  const match = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
  const start = Number(match?.[1] ?? 0);
  const end = Math.min(Number(match?.[2] ?? total - 1), total - 1);
  if (match && start >= total) return refuse(response, 416, "InvalidRange");
  const bytes = Buffer.from(object.bytes.subarray(start, end + 1));
  if (fault === "wrongBytes") bytes.fill(7, Math.floor(bytes.length / 2));
  response.writeHead(match ? 206 : 200, {
    "content-length": bytes.length,
    ...(match && { "content-range": `bytes ${start}-${end}/${total}` }),
  });
  if (fault !== "cut") return void response.end(bytes);
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}

function listObjects(response: ServerResponse, query: URLSearchParams, bucket: Bucket): void {
  if (query.get("list-type") !== "2") return refuse(response, 501, "NotImplemented");
  const prefix = query.get("prefix") ?? "";
  const after = query.get("continuation-token") ?? "";
  const keys = [...bucket.objects.keys()].filter((key) => key.startsWith(prefix)).toSorted();
  const waiting = keys.filter((key) => key > after);
  const page = waiting.slice(0, PAGE);
  const isTruncated = waiting.length > page.length;
  const contents = page.map(
    (key) =>
      `<Contents><Key>${key}</Key><LastModified>${bucket.objects.get(key)?.storedAt.toISOString()}</LastModified></Contents>`,
  );
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
  response
    .writeHead(200, { "content-type": "application/xml" })
    .end(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`,
    );
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { "content-type": "application/xml" })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}
