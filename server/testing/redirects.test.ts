import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod/mini";
import { agreementsApi } from "contract/agreements";
import { REDIRECT } from "contract/endpoint";
import { invoicesApi } from "contract/invoices";
import { openForEverybody, openFixtures, type People } from "./endpoint-fixtures.ts";
import { enrolledEndpoints, sendEnrolled } from "./enrolled-endpoints.ts";
import { buildAgreement } from "./factories/agreements.ts";
import { buildInvoice, buildInvoiceFile } from "./factories/invoices.ts";
import type { TestApp } from "./test-app.ts";

const ELSEWHERE = "https://evil.example/";
const wishes = ["next", "redirect", "redirect_uri", "return_to", "returnTo", "url", "continue"];

let portal: TestApp;
let people: People;
beforeAll(async () => {
  ({ portal, people } = await openForEverybody());
});
afterAll(() => portal.close());

function keysOf(schema: unknown): string[] {
  return schema instanceof z.ZodMiniObject ? Object.keys(schema.shape as object) : [];
}

it(
  "sends nobody where an address or a header wishes, and by itself only from the sign-out to the start page and from a mail to the choice of mails",
  { tags: ["asvs-38"] },
  async () => {
    const sentOn = new Map<string, unknown>();
    const wished = Object.fromEntries(wishes.map((name) => [name, ELSEWHERE]));
    const headers = {
      referer: ELSEWHERE,
      host: "evil.example",
      "x-forwarded-host": "evil.example",
    };
    const reading = await openFixtures(portal, people, "admin");
    for (const enrolled of enrolledEndpoints) {
      const { method, response } = enrolled.endpoint;
      // Whoever only reads changes nothing of what the next one meets.
      const fixtures =
        method === "GET" && response !== REDIRECT
          ? reading
          : await openFixtures(portal, people, "admin");
      const recipe = await enrolled.prepare(fixtures);
      const asWished = { ...recipe, headers, query: { ...recipe.query, ...wished } };
      for (const client of [recipe.client ?? fixtures.client, portal.visitor()]) {
        const prepare = () => ({ ...asWished, client });
        const answer = await sendEnrolled(fixtures, { ...enrolled, prepare });
        const isSentOn = answer.status >= 300 && answer.status < 400;
        if (!isSentOn && answer.headers.location === undefined) continue;
        sentOn.set(`${enrolled.name} ${answer.status}`, answer.headers.location);
      }
    }
    expect(Object.fromEntries(sentOn)).toEqual({
      "session.logoutByLink 303": "/",
      "unsubscribe.open 303": "/profile#notifications",
    });
  },
);

it("takes no address to go to as a parameter of any call", { tags: ["asvs-38"] }, () => {
  const taken = enrolledEndpoints.flatMap(({ name, endpoint }) =>
    [...keysOf(endpoint.query), ...keysOf(endpoint.params)]
      .filter((key) => wishes.includes(key))
      .map((key) => `${name}: ${key}`),
  );
  expect(taken).toEqual([]);
});

it(
  "leads to a paper that lies elsewhere, by the address that was stored with it",
  { tags: ["asvs-38"] },
  async () => {
    const { client, caseFile } = await openFixtures(portal, people, "admin");
    const stored = "https://drive.example/paper.pdf";
    const invoice = await buildInvoice({ caseId: caseFile.id });
    const { id: fileId } = await buildInvoiceFile(invoice, { externalUrl: stored });
    const agreement = await buildAgreement({ caseId: caseFile.id, fileUrl: stored });
    const answers = [
      await client.send(invoicesApi.downloadFile, { params: { invoiceId: invoice.id, fileId } }),
      await client.send(agreementsApi.view, { params: { id: agreement.id } }),
    ];
    for (const { status, headers } of answers) {
      expect({ status, location: headers.location }).toEqual({ status: 302, location: stored });
    }
  },
);
