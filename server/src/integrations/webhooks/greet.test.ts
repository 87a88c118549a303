import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CERTIFICATE, KEY } from "#testing/tls-postgres.ts";
import { greet } from "./greet.ts";

let server: Server;
let url = "";
let heard = 0;
const known = getCACertificates("default");
beforeAll(async () => {
  server = createServer({ cert: CERTIFICATE, key: KEY }, (_request, response) => {
    heard += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `https://localhost:${(server.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  setDefaultCACertificates(known);
  await new Promise((resolve) => server.close(resolve));
});

const rules = { allowLoopback: true, resolve: async () => ["127.0.0.1"] };

describe("greeting the host of a webhook", () => {
  it("refuses a certificate that nobody has vouched for", async () => {
    await expect(greet(url, rules)).rejects.toMatchObject({ code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
  });

  it("says with which certificate it answers, and sends nothing", async () => {
    setDefaultCACertificates([...known, CERTIFICATE]);
    expect(await greet(url, rules)).toMatch(
      /^TLSv1\.3, certificate of localhost, valid until .* 2126 GMT$/,
    );
    expect(heard).toBe(0);
  });

  it("goes only where webhooks may go", async () => {
    await expect(greet(url, { ...rules, allowLoopback: false })).rejects.toThrow(/not allowed/);
  });
});
