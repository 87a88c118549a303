/** An open page as the portal sees it: a stream of events over a line of its own. */
import { request, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { sessionApi } from "contract/session";
import type { TestApp } from "./test-app.ts";
import type { TestClient } from "./test-client.ts";

export type LiveEvent = { name: string; id: string; data: { keys?: string[] } };

export class LivePage {
  readonly events: LiveEvent[] = [];
  isClosed = false;
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly #answer: IncomingMessage;

  constructor(answer: IncomingMessage) {
    this.#answer = answer;
    this.status = answer.statusCode ?? 0;
    this.headers = answer.headers;
    let unread = "";
    answer.setEncoding("utf8");
    answer.on("data", (text: string) => {
      const blocks = (unread + text).split("\n\n");
      unread = blocks.pop() ?? "";
      this.events.push(...blocks.flatMap(readBlock));
    });
    answer.on("close", () => (this.isClosed = true));
    answer.on("error", () => undefined);
  }

  /** Every reading that was named, in the order of the notices. */
  get keys(): string[] {
    return this.events.flatMap(({ data }) => data.keys ?? []);
  }

  get names(): string[] {
    return this.events.map(({ name }) => name);
  }

  get lastId(): string {
    return this.events.at(-1)?.id ?? "";
  }

  leave(): void {
    this.#answer.destroy();
  }
}

/** The application must listen. */
export function openLivePage(
  { app }: TestApp,
  client: TestClient,
  { after, lastEventId }: { after?: string; lastEventId?: string } = {},
): Promise<LivePage> {
  const { port } = app.server.address() as AddressInfo;
  const query = after === undefined ? "" : `?${new URLSearchParams({ after }).toString()}`;
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return new Promise((resolve, reject) => {
    const headers = {
      cookie,
      ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
    };
    const path = sessionApi.streamEvents.path + query;
    request({ host: "127.0.0.1", port, path, headers, agent: false }, (answer) =>
      resolve(new LivePage(answer)),
    )
      .on("error", reject)
      .end();
  });
}

function readBlock(block: string): LiveEvent[] {
  const fields = new Map(
    block
      .split("\n")
      .map((line) => /^([a-z]+): ?(.*)$/.exec(line))
      .flatMap((line) => (line === null ? [] : [[line[1] ?? "", line[2] ?? ""] as const])),
  );
  const name = fields.get("event");
  if (name === undefined) return [];
  const data = JSON.parse(fields.get("data") ?? "{}") as LiveEvent["data"];
  return [{ name, id: fields.get("id") ?? "", data }];
}
