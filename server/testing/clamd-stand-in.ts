/**
 * A virus scanner for tests, on the loopback: it speaks INSTREAM as clamd does, finds the EICAR string and nothing else,
 * and can be told to fail in the ways a real one fails.
 */
import { createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

/** In two parts, so that no scanner takes this very file for infected. */
export const EICAR = [
  "X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD",
  "ANTIVIRUS-TEST-FILE!$H+H*",
].join("-");

export type ScannerMood =
  | "well"
  /** Takes everything and says nothing. */
  | "silent"
  /** Hangs up in the middle. */
  | "cut"
  /** Answers before all is sent, and hangs up: more than its StreamMaxLength. */
  | "full"
  /** Answers what no scanner would. */
  | "confused";

export type ClamdStandIn = {
  /** For CLAMD_ADDRESS. */
  address: string;
  port: number;
  /** What was sent to it, each content whole. */
  scanned: Buffer[];
  /** The most contents it had at the same time. */
  mostAtOnce(): number;
  behave(mood: ScannerMood): void;
  /** Holds its answers back until they are let go. */
  hold(): () => void;
  close(): Promise<void>;
};

const COMMAND = Buffer.from("zINSTREAM\0");

/** Like a real one it takes no content beyond its StreamMaxLength. */
export async function openClamdStandIn(streamLimit = Infinity): Promise<ClamdStandIn> {
  const scanned: Buffer[] = [];
  const sockets = new Set<Socket>();
  let mood: ScannerMood = "well";
  let atWork = 0;
  let most = 0;
  let answering: Promise<void> = Promise.resolve();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    const received: Buffer[] = [];
    let bytesSoFar = 0;
    socket.on("data", (bytes: Buffer) => {
      received.push(bytes);
      bytesSoFar += bytes.length;
      if (mood === "cut" && bytesSoFar > COMMAND.length) return socket.destroy();
      if (mood === "full" || bytesSoFar > streamLimit)
        return socket.end("INSTREAM size limit exceeded. ERROR\0");
      const content = contentIn(received);
      if (content === null || mood === "silent") return undefined;
      scanned.push(content);
      const answer = mood === "confused" ? "PONG\0" : answerFor(content);
      atWork += 1;
      most = Math.max(most, atWork);
      return void answering.then(() => {
        atWork -= 1;
        socket.end(answer);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    port,
    scanned,
    mostAtOnce: () => most,
    behave: (next) => void (mood = next),
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      answering = promise;
      return resolve;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const END = Buffer.alloc(4);

/** Null until the chunk of no length has arrived; strict about everything before it. */
function contentIn(parts: Buffer[]): Buffer | null {
  const tail = Buffer.concat(parts.slice(-END.length)).subarray(-END.length);
  if (!tail.equals(END)) return null;
  const received = Buffer.concat(parts);
  if (!received.subarray(0, COMMAND.length).equals(COMMAND)) throw new Error("Not INSTREAM");
  const chunks: Buffer[] = [];
  for (let at = COMMAND.length; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}

function answerFor(content: Buffer): string {
  return content.includes(EICAR) ? "stream: Eicar-Test-Signature FOUND\0" : "stream: OK\0";
}
