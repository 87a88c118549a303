/** A client that does as little as it can: what is measured is the server. */
import { Agent, request } from "node:http";

export type Call = {
  method: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
};

export interface Caller {
  /** Milliseconds until the last byte of the answer. */
  time(call: Call): Promise<number>;
  /** What was answered, for what is needed later. */
  ask(call: Call): Promise<{ status: number; body: Buffer }>;
  close(): void;
}

/** One connection, which stays open. */
export function createCaller(origin: string): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  function exchange(call: Call, onData: (chunk: Buffer) => void): Promise<number> {
    const { method, path, headers, body } = call;
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
      const options = { agent, method, headers: { ...headers, ...length } };
      const sent = request(origin + path, options, (answer) => {
        answer.on("data", onData);
        answer.on("end", () => resolve(answer.statusCode ?? 0));
        answer.on("error", reject);
      });
      sent.on("error", reject);
      sent.end(body);
    });
  }

  return {
    async time(call) {
      const before = performance.now();
      const status = await exchange(call, () => undefined);
      const passed = performance.now() - before;
      if (status >= 300) throw new Error(`${call.method} ${call.path} was answered ${status}`);
      return passed;
    },
    async ask(call) {
      const chunks: Buffer[] = [];
      const status = await exchange(call, (chunk) => chunks.push(chunk));
      return { status, body: Buffer.concat(chunks) };
    },
    close: () => agent.destroy(),
  };
}
