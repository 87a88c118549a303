import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MEGABYTE } from "contract/files";
import { openFileBench, type FileBench } from "#testing/file-bench.ts";
import { openS3StandIn, type S3StandIn } from "#testing/s3-stand-in.ts";
import { samplePdf } from "#testing/sample-files.ts";

const BOUNDARY = "----boundary";
const pdf = await samplePdf();
const tenMegabytes = await samplePdf(10 * MEGABYTE);

let bench: FileBench;

beforeAll(async () => {
  bench = await openFileBench();
});

afterAll(() => bench.close());

type Part = { headers: string; body: Buffer };

function filePart(name: string, body: Buffer): Part {
  const headers = `Content-Disposition: form-data; name="files"; filename="${name}"\r\nContent-Type: application/pdf`;
  return { headers, body };
}

function bodyOf(...parts: Part[]): Buffer {
  const pieces = parts.flatMap(({ headers, body }) => [
    Buffer.from(`--${BOUNDARY}\r\n${headers}\r\n\r\n`),
    body,
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

type RawRequest = { body: Buffer; length?: number | "chunked"; type?: string };

function headOf({ body, length = body.length, type }: RawRequest): string {
  const size = length === "chunked" ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`;
  const contentType = type ?? `multipart/form-data; boundary=${BOUNDARY}`;
  return `POST /upload/caseDocument/${bench.caseId} HTTP/1.1\r\nHost: portal\r\n${size}\r\nContent-Type: ${contentType}\r\n\r\n`;
}

/** The answer to a request written by hand, and how many bytes of its body the server has taken. */
async function send(request: RawRequest): Promise<{ status: number; text: string; taken: number }> {
  const socket = connect(bench.port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => (text += chunk.toString()));
  socket.on("error", () => undefined);
  socket.write(headOf(request));
  socket.write(request.body);
  await waitFor(() => /\r\n\r\n.*\}$/s.test(text) || socket.destroyed);
  const taken = bench.bytesRead();
  socket.destroy();
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text, taken };
}

async function waitFor(isDone: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    if (await isDone()) return;
    await pause(10);
  }
}

/** Everything the server still keeps, once it has had the time to clean up. */
async function leftOver(): Promise<string[]> {
  // What was sent last may still be on its way to the server.
  await pause(50);
  await waitFor(() => bench.running() === 0);
  const names = (await bench.rows()).map((row) => row.name);
  return [...(await bench.spooled()), ...(await bench.stored()), ...names];
}

describe("an upload that is cut leaves nothing", { tags: ["reliability-15"] }, () => {
  const body = bodyOf(filePart("a.pdf", pdf), filePart("b.pdf", tenMegabytes));

  it.each([0, 1, 5, 10, 25, 50, 75, 90, 99, 99.999])("after %f percent", async (percent) => {
    const socket: Socket = connect(bench.port, "127.0.0.1");
    socket.on("error", () => undefined);
    const sent = body.subarray(0, Math.floor((body.length * percent) / 100));
    await new Promise((resolve) =>
      socket.write(Buffer.concat([Buffer.from(headOf({ body })), sent]), resolve),
    );
    await pause(30);
    socket.destroy();
    expect(await leftOver()).toEqual([]);
  });

  it("when many are cut at once", async () => {
    const cuts = Array.from({ length: 20 }, async (_, at) => {
      const socket = connect(bench.port, "127.0.0.1");
      socket.on("error", () => undefined);
      socket.write(headOf({ body }));
      socket.write(body.subarray(0, Math.floor((body.length * at) / 20)));
      await pause(20 + at * 5);
      socket.destroy();
    });
    await Promise.all(cuts);
    expect(await leftOver()).toEqual([]);
  });
});

describe("a malformed body is a 400, never a 500", { tags: ["reliability-16"] }, () => {
  const whole = bodyOf(filePart("a.pdf", pdf));
  const malformed: [string, RawRequest][] = [
    ["no boundary", { body: whole, type: "multipart/form-data" }],
    ["another boundary", { body: whole, type: "multipart/form-data; boundary=other" }],
    ["an early end", { body: whole.subarray(0, -40) }],
    ["an end within the headers of a part", { body: whole.subarray(0, 60) }],
    ["an end within the first boundary", { body: whole.subarray(0, 5) }],
    ["no body", { body: Buffer.alloc(0) }],
    ["noise", { body: Buffer.from("\0\xff".repeat(3000), "latin1") }],
    [
      "a part without a name",
      { body: bodyOf({ headers: "Content-Disposition: form-data", body: pdf }) },
    ],
    ["a part without headers", { body: bodyOf({ headers: "X: y", body: pdf }) }],
    ["a file without a name", { body: bodyOf(filePart("", pdf)) }],
    [
      "a field called __proto__",
      { body: bodyOf({ headers: 'Content-Disposition: form-data; name="__proto__"', body: pdf }) },
    ],
    [
      "a field that comes twice",
      { body: bodyOf(fieldPart("a", "1"), fieldPart("a", "2"), filePart("a.pdf", pdf)) },
    ],
    [
      "a field that is JSON",
      {
        body: bodyOf({
          headers: 'Content-Disposition: form-data; name="a"\r\nContent-Type: application/json',
          body: Buffer.from("{}"),
        }),
      },
    ],
    [
      "a field that is too long",
      { body: bodyOf(fieldPart("a", "x".repeat(20_000)), filePart("a.pdf", pdf)) },
    ],
  ];
  it.each(malformed)("%s", async (_, request) => {
    const { status, text } = await send(request);
    expect({ status, text }).toMatchObject({
      status: 400,
      text: expect.stringContaining('"message"'),
    });
    expect(await leftOver()).toEqual([]);
  });

  it("too many fields are a 413", async () => {
    const fields = Array.from({ length: 30 }, (_, at) => fieldPart(`f${at}`, "x"));
    expect((await send({ body: bodyOf(...fields, filePart("a.pdf", pdf)) })).status).toBe(413);
    expect(await leftOver()).toEqual([]);
  });

  it("another content type is a 415", async () => {
    expect((await send({ body: pdf, type: "application/pdf" })).status).toBe(415);
  });
});

describe("a body that is too large is not read to its end", { tags: ["asvs-47"] }, () => {
  it("refuses by the announced length alone", async () => {
    const { status, text } = await send({ body: pdf, length: 300 * MEGABYTE });
    expect(status).toBe(413);
    expect(text).toContain("larger than 10MB");
    expect(await leftOver()).toEqual([]);
  });

  it.each(["announced", "chunked"] as const)(
    "stops at the first byte too many: %s",
    async (kind) => {
      const huge = bodyOf(filePart("a.pdf", Buffer.concat([pdf, Buffer.alloc(40 * MEGABYTE)])));
      const body = kind === "chunked" ? chunked(huge) : huge;
      const { status, text, taken } = await send({
        body,
        length: kind === "chunked" ? "chunked" : huge.length,
      });
      expect(status).toBe(413);
      expect(text).toContain("a.pdf is larger than 10MB");
      expect(taken).toBeLessThan(11 * MEGABYTE);
      expect(await leftOver()).toEqual([]);
    },
  );

  it("stops in what stands before the first part as well", async () => {
    const noise = Buffer.alloc(202 * MEGABYTE, "x");
    const body = chunked(Buffer.concat([noise, bodyOf(filePart("a.pdf", pdf))]));
    const { status, text } = await send({ body, length: "chunked" });
    expect([status, text]).toEqual([413, expect.stringContaining("The upload is too large")]);
    expect(await leftOver()).toEqual([]);
  });

  it("says that the connection ends, when it will end because the rest is not read", async () => {
    const { status, text } = await send({
      body: bodyOf(filePart("a.pdf", Buffer.alloc(MEGABYTE))),
    });
    expect(status).toBe(400);
    expect(text).toMatch(/^connection: close\r$/im);
  });

  it("lets an ordinary client read the refusal", async () => {
    const tooLarge = Buffer.concat([pdf, Buffer.alloc(40 * MEGABYTE)]);
    const contents: [number, Buffer][] = [
      [400, Buffer.alloc(12 * MEGABYTE)],
      [413, tooLarge],
    ];
    for (let tries = 0; tries < 4; tries += 1) {
      for (const [status, content] of contents) {
        const form = new FormData();
        form.append("files", new Blob([new Uint8Array(content)]), "a.pdf");
        const refusal = await bench.upload("caseDocument", form);
        expect(refusal).toMatchObject({ status, message: expect.stringContaining("a.pdf is ") });
      }
    }
  });
});

describe("a storage that fails", { tags: ["reliability-9"] }, () => {
  let s3: S3StandIn;
  let remote: FileBench;

  beforeAll(async () => {
    await bench.close();
    s3 = await openS3StandIn();
    remote = await openFileBench({
      S3_ENDPOINT: s3.settings.endpoint ?? "",
      S3_REGION: s3.settings.region,
      S3_BUCKET: s3.settings.bucket,
      S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
    });
    bench = remote;
  });

  afterAll(() => s3.close());

  const form = () => {
    const made = new FormData();
    for (const name of ["1.pdf", "2.pdf"])
      made.append("files", new Blob([new Uint8Array(pdf)]), name);
    return made;
  };

  it("answers 503 and leaves neither rows nor objects", async () => {
    for (const fault of ["error", "cut"] as const) {
      s3.fail("PUT", fault, { times: 9, after: 1 });
      expect(await remote.upload("caseDocument", form())).toMatchObject({ status: 503 });
      expect(s3.requests.at(-1)).toMatch(/^DELETE/);
      expect(await leftOver()).toEqual([]);
    }
    s3.heal();
    expect(remote.logged("a file could not be stored").length).toBeGreaterThan(0);
  });

  it("works again without help", async () => {
    expect(await remote.upload("caseDocument", form())).toMatchObject({ status: 200 });
    expect(await remote.stored()).toHaveLength(2);
    expect(await remote.rows()).toMatchObject([{ storageDriver: "s3" }, { storageDriver: "s3" }]);
  });
});

function fieldPart(name: string, value: string): Part {
  return { headers: `Content-Disposition: form-data; name="${name}"`, body: Buffer.from(value) };
}

function chunked(body: Buffer): Buffer {
  const head = Buffer.from(`${body.length.toString(16)}\r\n`);
  return Buffer.concat([head, body, Buffer.from("\r\n0\r\n\r\n")]);
}
