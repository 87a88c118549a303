/**
 * Asks clamd whether a content holds something evil (asvs 56): its INSTREAM command, over a socket of this machine or
 * TCP. Only a clear "OK" counts as clean; an answer that is late, cut off or not understood is a failure.
 */
import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ClamdAddress } from "#server/config/connection-settings.ts";

/** What it was recognised as; null when nothing was found. */
export type ScanVerdict = { finding: string | null };

/** The scanner could not say whether the content is clean. */
export class ScannerFailure extends Error {
  constructor(what: string, options?: ErrorOptions) {
    super(`The virus scanner ${what}`, options);
    this.name = "ScannerFailure";
  }
}

/** The longest answer names a signature. */
const MOST_ANSWER_CHARACTERS = 4096;

export async function askClamd(
  address: ClamdAddress,
  content: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<ScanVerdict> {
  if (signal.aborted) throw new ScannerFailure("was busy for too long");
  const socket = connect(address);
  const stop = () => socket.destroy(new ScannerFailure("did not answer in time"));
  signal.addEventListener("abort", stop, { once: true });
  const source = watch(content);
  // It may answer and hang up before all is sent: then its answer counts, and not that the rest could not be sent.
  const sending = pipeline(Readable.from(framed(source.content)), socket, { end: false }).catch(
    () => void socket.destroy(),
  );
  try {
    return verdictIn(await readAnswer(socket));
  } catch (error) {
    if (error instanceof ScannerFailure) throw error;
    throw new ScannerFailure("could not be reached or was cut off", { cause: error });
  } finally {
    signal.removeEventListener("abort", stop);
    socket.destroy();
    await sending;
    source.rethrow();
  }
}

/** Each chunk after its length; a chunk of no length is the end. */
async function* framed(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from("zINSTREAM\0");
  for await (const chunk of content) {
    if (chunk.length === 0) continue;
    yield lengthOf(chunk.length);
    yield chunk;
  }
  yield lengthOf(0);
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

/** A file that cannot be read to its end is no fault of the scanner, and must not pass for one. */
function watch(content: AsyncIterable<Buffer>) {
  let failure: { error: unknown } | null = null;
  async function* watched() {
    try {
      yield* content;
    } catch (error) {
      failure = { error };
      throw error;
    }
  }
  return {
    content: watched(),
    rethrow() {
      if (failure) throw failure.error;
    },
  };
}

function readAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    socket.setEncoding("utf8");
    socket.on("data", (part: string) => {
      text += part;
      const end = text.indexOf("\0");
      if (end >= 0) resolve(text.slice(0, end));
      else if (text.length > MOST_ANSWER_CHARACTERS) reject(new ScannerFailure("answers nonsense"));
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new ScannerFailure("hung up without an answer")));
  });
}

function verdictIn(answer: string): ScanVerdict {
  if (answer === "stream: OK") return { finding: null };
  const finding = /^stream: (.+) FOUND$/.exec(answer)?.[1];
  if (finding !== undefined) return { finding };
  throw new ScannerFailure(`could not check a file: ${answer.slice(0, 200)}`);
}
