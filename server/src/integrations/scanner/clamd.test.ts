import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { EICAR, openClamdStandIn, type ClamdStandIn } from "#testing/clamd-stand-in.ts";
import { openClamd, STREAM_LIMIT_BYTES } from "#testing/clamd.ts";
import { askClamd, ScannerFailure } from "./clamd.ts";

let scanner: ClamdStandIn;
beforeAll(async () => {
  scanner = await openClamdStandIn();
});
afterAll(() => scanner.close());
beforeEach(() => {
  scanner.behave("well");
  scanner.scanned.length = 0;
});

async function* inParts(...parts: (Buffer | string)[]) {
  for (const part of parts) yield Buffer.from(part);
}

const ask = (content = inParts("a letter"), timeoutMs = 5000) =>
  askClamd({ host: "127.0.0.1", port: scanner.port }, content, AbortSignal.timeout(timeoutMs));

const failure = (asking: Promise<unknown>) =>
  asking.then(
    () => "no failure",
    (error: unknown) => (error instanceof ScannerFailure ? error.message : error),
  );

describe("asking clamd", () => {
  it("sends the content whole, in its chunks, and passes on what was found", async () => {
    const content = randomBytes(300_000);
    const parts = [content.subarray(0, 65_536), Buffer.alloc(0), content.subarray(65_536)];
    expect(await ask(inParts(...parts))).toEqual({ finding: null });
    expect(scanner.scanned[0]?.equals(content)).toBe(true);
    const evil = inParts(EICAR.slice(0, 20), EICAR.slice(20));
    expect(await ask(evil)).toEqual({ finding: "Eicar-Test-Signature" });
    expect(await ask(inParts())).toEqual({ finding: null });
  });

  it("reaches a scanner behind a socket of this machine", async () => {
    const path = join(tmpdir(), `clamd-${randomBytes(6).toString("hex")}.sock`);
    const server = createServer((socket) => socket.on("data", () => socket.end("stream: OK\0")));
    await new Promise<void>((resolve) => server.listen(path, resolve));
    expect(await askClamd({ path }, inParts("a"), AbortSignal.timeout(5000))).toEqual({
      finding: null,
    });
    server.close();
  });

  it.each([
    ["cut", /cut off|hung up/],
    ["full", /size limit exceeded/],
    ["confused", /could not check a file: PONG/],
  ] as const)("takes a scanner that is %s for a failure, never for clean", async (mood, why) => {
    scanner.behave(mood);
    expect(await failure(ask(inParts(randomBytes(200_000))))).toMatch(why);
  });

  it("gives up one that is silent, one that is gone, and one that has kept it waiting", async () => {
    scanner.behave("silent");
    expect(await failure(ask(inParts("a"), 100))).toMatch(/did not answer in time/);
    const gone = await openClamdStandIn();
    await gone.close();
    const address = { host: "127.0.0.1", port: gone.port };
    expect(await failure(askClamd(address, inParts("a"), AbortSignal.timeout(5000)))).toMatch(
      /could not be reached/,
    );
    expect(await failure(askClamd(address, inParts("a"), AbortSignal.abort()))).toMatch(/busy/);
  });

  it("does not take a file that cannot be read for a fault of the scanner", async () => {
    async function* damaged() {
      yield Buffer.from("the beginning");
      throw new Error("the disk is broken");
    }
    await expect(ask(damaged())).rejects.toThrow("the disk is broken");
  });
});

it(
  "finds EICAR with the clamd of this machine, passes what is clean, and fails on what is too long",
  { tags: ["asvs-56"] },
  async () => {
    const clamd = await openClamd();
    const asked = (...parts: (Buffer | string)[]) =>
      askClamd(clamd.address, inParts(...parts), AbortSignal.timeout(10_000));
    const megabytes = Buffer.alloc(1024 * 1024, "%PDF-1.7 scanned page ");
    expect(await asked("a letter")).toEqual({ finding: null });
    const { finding } = await asked(...Array<Buffer>(10).fill(megabytes), EICAR);
    expect(finding).toMatch(/^Eicar-Test-Signature/);
    const tooLong = Array<Buffer>(STREAM_LIMIT_BYTES / megabytes.length + 1).fill(megabytes);
    expect(await failure(asked(...tooLong))).toMatch(/^The virus scanner/);
    await clamd.close();
  },
);
