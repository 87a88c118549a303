/** The letters of work/notifications.md 6.3, word for word, and what none of them holds where names stay in the portal. */
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checklistApi } from "contract/checklist";
import { commentsApi } from "contract/comments";
import { invoicesApi } from "contract/invoices";
import { mailChoicesApi } from "contract/mail-choices";
import { remindersApi } from "contract/reminders";
import { reviewsApi } from "contract/reviews";
import { runtime } from "#server/core/runtime.ts";
import { unseal } from "#server/core/sealed.ts";
import { mailOutbox } from "#server/database/tables/mail-outbox.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { tellAdmins } from "#server/mail/to-admins.ts";
import { type Actors, openActors } from "#testing/actors.ts";
import { passFiveMinutes } from "#testing/case-mails.ts";
import { MONDAY, setDay } from "#testing/chased.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildInvoice } from "#testing/factories/invoices.ts";
import { runDueJobs } from "#testing/jobs.ts";
import { MAILBOX_SETTINGS, mailIn, replyAddress } from "#testing/mailed.ts";
import { mailsTo } from "#testing/mails.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { uploadBy } from "#testing/told.ts";
import { sendDigests } from "./digest.service.ts";

const MARKER = "##- Please write your answer above this line -##";
const ANSWER = "You can answer this mail: what you write becomes a message in the case.";
const CHOOSE =
  "Choose which mails you get, or stop them: http://localhost:3000/profile#notifications";
const NOTE = "Please bring the originals on Tuesday.";

let portal: TestApp;
/** As if the mailbox had been read a moment ago. */
async function open(settings: Record<string, string> = {}) {
  portal = await openTestApp({ settings: { ...MAILBOX_SETTINGS, ...settings } });
  setDay(portal, MONDAY);
  await runtime.database.execute("update mailbox_states set reached_at = now()");
}
const say = ({ agent, caseFile }: Actors, message = "Is there any news?") =>
  agent.call(commentsApi.create, { params: caseFile, body: { message } });
const wantDaily = ({ client }: Actors) =>
  client.call(mailChoicesApi.update, {
    body: { mail: { message: "daily", document_uploaded: "daily" } },
    leavesNoEvent: true,
  });
const sendDigestOf = async (day: string) => {
  await runDueJobs("notifications.tell");
  setDay(portal, day);
  await sendDigests();
};
const textTo = async ({ people }: Actors) => (await mailsTo(people.client.email)).at(-1)?.text;
const letter = (...parts: string[]) => `${parts.join("\n\n")}\n`;

describe("by reference", () => {
  beforeAll(() => open());
  afterAll(() => portal.close());

  it(
    "news and digest are word for word what was agreed, for one and for several",
    { tags: ["W-MAI-014"] },
    async () => {
      const one = await openActors(portal);
      const code = one.caseFile.caseId;
      await say(one);
      await passFiveMinutes(portal);
      expect(await mailsTo(one.people.client.email)).toMatchObject([
        {
          template: "news",
          subject: `News in case ${code}`,
          text: letter(
            MARKER,
            "Hello,",
            `There is news in case ${code}:`,
            "- 1 new message",
            `http://localhost:3000/case/${code}`,
            ANSWER,
            CHOOSE,
            "Example Bureau",
          ),
        },
      ]);
      expect((await mailsTo(one.people.client.email))[0]?.html).toContain(">Open the case</a>");

      await wantDaily(one);
      await say(one);
      await say(one);
      await uploadBy(one.agent, one.caseFile.id);
      await sendDigestOf("2026-11-03");
      expect(await textTo(one)).toBe(
        letter(
          "Hello,",
          "Since yesterday there is news in one case:",
          `- ${code}: 2 new messages, 1 document was uploaded`,
          "http://localhost:3000/",
          CHOOSE,
          "Example Bureau",
        ),
      );
      const [, digest] = await mailsTo(one.people.client.email);
      expect(digest).toMatchObject({ template: "digest", subject: "News in your cases" });
      expect(digest?.html).toContain(">Open the portal</a>");
    },
  );

  it(
    "nothing that somebody typed or is called is in any letter, a line of staff excepted",
    { tags: ["W-MAI-015"] },
    async () => {
      const actors = await openActors(portal, { title: "CANARY-title" });
      const { caseFile, people, admin, agent, client } = actors;
      await buildApplicant({ caseId: caseFile.id, fullName: "CANARY-applicant" });
      const params = { id: caseFile.id };
      await agent.call(checklistApi.addExtra, { params, body: { title: "CANARY-extra" } });
      const tellEverything = async () => {
        await say(actors, "CANARY-message");
        const [id = 0] = await uploadBy(agent, caseFile.id, ["CANARY-file.pdf"]);
        const body = {
          decision: "changes_requested" as const,
          withoutDate: true,
          reasonCode: "other" as const,
          publicText: "CANARY-review",
          internalNote: "CANARY-internal",
        };
        await agent.call(reviewsApi.create, { params: { id }, body });
        const invoice = await buildInvoice({
          caseId: caseFile.id,
          status: "Cancelled",
          totalFee: 98_765_432,
        });
        await admin.call(invoicesApi.update, {
          params: { id: invoice.id },
          body: { status: "Sent" },
        });
        return invoice.invoiceId;
      };
      const invoices = [await tellEverything()];
      await passFiveMinutes(portal);
      await wantDaily(actors);
      invoices.push(await tellEverything());
      await sendDigestOf("2026-11-04");
      await runDueJobs("checklist.refreshCase");
      await agent.call(remindersApi.remind, {
        params,
        body: { userIds: [people.client.id], note: NOTE },
      });
      const to = replyAddress(people.client.id, caseFile.id);
      await mailIn({ from: people.client.email, to, text: "" });
      const files = [{ name: "CANARY-run.exe", bytes: Buffer.from("MZ") }];
      await mailIn({ from: people.client.email, to, text: "CANARY-answer", files });
      await inTransaction((tx) => tellAdmins(tx, "mailboxAway", { since: "2026-11-02T05:00:00Z" }));
      await client.call(commentsApi.create, { params: caseFile, body: { message: "CANARY-own" } });
      await passFiveMinutes(portal);

      const rows = await runtime.database.select().from(mailOutbox).orderBy(asc(mailOutbox.id));
      const ofCase = rows.filter(({ caseId }) => caseId === caseFile.id);
      expect(new Set(rows.map(({ template }) => template))).toEqual(
        new Set(["news", "digest", "reminder", "replyRefused", "replyFiles", "mailboxAway"]),
      );
      expect(ofCase.length).toBeGreaterThan(3);
      const names = Object.values(people).flatMap((person) => [person.firstName, person.lastName]);
      const hidden = ["CANARY", "98,765", "987,654", ...invoices, ...names.map(String)];
      for (const { subject, text, html, headers } of rows) {
        const parts = [unseal(text), unseal(html ?? ""), headers === null ? "" : unseal(headers)];
        const written = [subject, ...parts].join("\n").replaceAll(NOTE, "");
        for (const word of hidden) expect(written).not.toContain(word);
      }
      const [reminder] = rows.filter(({ template }) => template === "reminder");
      expect(unseal(reminder?.text ?? "")).toContain(NOTE);
    },
  );
});

describe("in full", () => {
  beforeAll(() => open({ MAIL_CONTENT: "full" }));
  afterAll(() => portal.close());

  it("they greet, and name the case and what happened", { tags: ["W-MAI-014"] }, async () => {
    const actors = await openActors(portal);
    const { caseId: code, title } = actors.caseFile;
    await say(actors, "Is there\nany news?");
    await passFiveMinutes(portal);
    expect(await textTo(actors)).toBe(
      letter(
        MARKER,
        "Hello Clara Client,",
        `There is news in case ${code}, ${title}:`,
        "- Alan Agent wrote a message\n  Alan Agent:\n  Is there\n  any news?",
        `http://localhost:3000/case/${code}`,
        ANSWER,
        CHOOSE,
        "Example Bureau",
      ),
    );
    await wantDaily(actors);
    await say(actors);
    await say(actors);
    await uploadBy(actors.agent, actors.caseFile.id, ["Deed.pdf"]);
    await sendDigestOf("2026-11-03");
    expect(await textTo(actors)).toBe(
      letter(
        "Hello Clara Client,",
        "Since yesterday there is news in one case:",
        `${code}, ${title}\n- Alan Agent wrote 2 messages\n- Alan Agent uploaded Deed.pdf`,
        "http://localhost:3000/",
        CHOOSE,
        "Example Bureau",
      ),
    );
    expect(
      await runtime.database.$count(mailOutbox, eq(mailOutbox.userId, actors.people.client.id)),
    ).toBe(2);
  });
});
