import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parsePrivateHosts } from "#server/config/private-hosts.ts";
import { openWebhookReceiver, type WebhookReceiver } from "#testing/webhook-receiver.ts";
import { sendWebhook } from "./send-webhook.ts";

let service: WebhookReceiver;
beforeAll(async () => {
  service = await openWebhookReceiver();
});
afterAll(() => service.close());
beforeEach(() => {
  service.heard.length = 0;
  service.answer(200);
});

const rules = { allowLoopback: true };
const send = (url = service.url, limits: Parameters<typeof sendWebhook>[1] = rules) =>
  sendWebhook({ url, headers: { "webhook-id": "msg_1" }, body: '{"name":"Zoë"}' }, limits);

describe("telling the automation service", () => {
  it("posts the body and the headers and answers what it said", async () => {
    service.answer((_request, response) => response.writeHead(202).end("queued"));
    const attempt = await send();
    expect(attempt).toMatchObject({ httpStatus: 202, answer: "queued", trouble: null });
    expect(attempt.milliseconds).toBeGreaterThanOrEqual(0);
    expect(service.heard).toMatchObject([
      { path: "/hook?token=secret", body: '{"name":"Zoë"}', headers: { "webhook-id": "msg_1" } },
    ]);
    expect(service.heard[0]?.headers["content-length"]).toBe("15");
    expect(service.heard[0]?.headers.host).toBe(new URL(service.url).host);
  });

  it.each([400, 404, 410, 500, 503])("counts %i as a failure", async (status) => {
    service.answer(status);
    expect(await send()).toMatchObject({
      httpStatus: status,
      trouble: `The service answered ${status}`,
    });
  });

  it.each([301, 302, 307, 308])(
    "does not follow a redirect (%i)",
    { tags: ["asvs-115"] },
    async (status) => {
      service.answer((_request, response) =>
        response.writeHead(status, { location: `${service.url}&again=1` }).end(),
      );
      expect(await send()).toMatchObject({
        httpStatus: status,
        trouble: `The service redirects (${status}), which is not followed`,
      });
      expect(service.heard).toHaveLength(1);
    },
  );

  it("passes on how long the service wants to be left alone", async () => {
    service.answer((_request, response) => response.writeHead(503, { "retry-after": "120" }).end());
    expect((await send()).retryAfter).toBe("120");
  });

  it("gives up a service that is silent, slow or endless", async () => {
    const limits = { ...rules, timeoutMs: 200 };
    const late = { httpStatus: null, trouble: "The service did not answer in time" };
    service.answer(() => undefined);
    expect(await send(service.url, limits)).toMatchObject(late);
    service.answer((_request, response) => {
      response.writeHead(200).write("a");
      const drip = setInterval(() => response.write("a"), 20);
      response.on("close", () => clearInterval(drip));
    });
    expect(await send(service.url, limits)).toMatchObject(late);
  });

  it("gives up a name server that is silent", async () => {
    const silent = { ...rules, timeoutMs: 100, resolve: () => new Promise<string[]>(() => {}) };
    expect(await send("https://hooks.example/", silent)).toMatchObject({
      trouble: "The service did not answer in time",
    });
  });

  it("reads 64 kB of an answer and not a byte more", async () => {
    service.answer((_request, response) => response.end("a".repeat(65_536)));
    expect(await send()).toMatchObject({ httpStatus: 200, trouble: null });
    service.answer((_request, response) => response.end("a".repeat(65_537)));
    expect(await send()).toMatchObject({
      httpStatus: null,
      trouble: "The answer of the service is too long",
    });
  });

  it("says that nobody is there, or that it was cut off", async () => {
    const gone = await openWebhookReceiver();
    await gone.close();
    expect((await send(gone.url)).trouble).toBe("The service could not be reached (ECONNREFUSED)");
    service.answer((request) => request.socket.destroy());
    expect((await send()).trouble).toBe("The service could not be reached (ECONNRESET)");
  });

  it("connects to the checked address although the name means another by then", async () => {
    const { port } = new URL(service.url);
    const rebinding = { ...rules, resolve: async () => ["127.0.0.1"] };
    const attempt = await send(`http://no-such-name.invalid:${port}/hook`, rebinding);
    expect(attempt).toMatchObject({ httpStatus: 200, trouble: null });
    expect(service.heard[0]?.headers.host).toBe(`no-such-name.invalid:${port}`);
  });

  it.each([301, 302, 307, 308])(
    "is not led from a named host to any other (%i)",
    { tags: ["asvs-115"] },
    async (status) => {
      const other = await openWebhookReceiver();
      service.answer((_request, response) =>
        response.writeHead(status, { location: other.url }).end(),
      );
      const named = { allowLoopback: false, privateHosts: parsePrivateHosts(["127.0.0.1/32"]) };
      expect(await send(service.url, named)).toMatchObject({ httpStatus: status });
      expect(service.heard).toHaveLength(1);
      expect(other.heard).toEqual([]);
      await other.close();
    },
  );

  it("asks the name server once, and a second answer of it changes nothing", async () => {
    const { port } = new URL(service.url);
    let asked = 0;
    const rebinding = {
      allowLoopback: false,
      privateHosts: parsePrivateHosts(["127.0.0.1/32"]),
      resolve: async () => ((asked += 1) === 1 ? ["127.0.0.1"] : ["169.254.169.254"]),
    };
    const attempt = await send(`http://automation.lan:${port}/hook`, rebinding);
    expect(attempt).toMatchObject({ httpStatus: 200, trouble: null });
    expect(asked).toBe(1);
    const again = await send(`http://automation.lan:${port}/hook`, rebinding);
    expect(again.trouble).toMatch(/public internet|https/);
    expect(service.heard).toHaveLength(1);
  });

  it("never opens a connection to a forbidden address", { tags: ["asvs-11"] }, async () => {
    const attempt = await send(service.url, { allowLoopback: false });
    expect(attempt).toMatchObject({ httpStatus: null, answer: null });
    expect(attempt.trouble).toMatch(/^This address is not allowed/);
    expect(service.heard).toEqual([]);
  });

  it("speaks https only with somebody who can prove who he is", async () => {
    let firstBytes = "";
    const stranger = createServer((socket) => {
      socket.on("data", (bytes) => {
        firstBytes ||= bytes.toString("latin1");
        socket.destroy();
      });
    });
    await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
    const { port } = stranger.address() as AddressInfo;
    const attempt = await send(`https://127.0.0.1:${port}/hook`);
    expect(attempt.trouble).toMatch(/^The service could not be reached/);
    // The beginning of a TLS handshake, and nothing of the message.
    expect(firstBytes.charCodeAt(0)).toBe(22);
    expect(firstBytes).not.toContain("POST");
    stranger.close();
  });
});
