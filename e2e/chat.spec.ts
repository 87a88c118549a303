/** The discussion of a case: writing, answering, attaching, and what happens when a line breaks. */
import { sql } from "drizzle-orm";
import { api } from "contract/api";
import { runtime } from "server/src/core/runtime.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { buildComment } from "server/testing/factories/comments.ts";
import { buildUser } from "server/testing/factories/users.ts";
import { holdCalls } from "#e2e/support/calls.ts";
import { attach, messageIn, write } from "#e2e/support/discussion.ts";
import { bytesOf, downloadBy } from "#e2e/support/downloads.ts";
import { makeDocx, makePdf } from "#e2e/support/sample-files.ts";
import { expect, test } from "#e2e/support/test.ts";
import { expectToast } from "#e2e/support/toast.ts";

const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();

test(
  "a client and the bureau talk, and answer each other",
  {
    tag: [
      "@C-CHAT-002",
      "@C-CHAT-004..009",
      "@C-CHAT-012..013",
      "@C-CHAT-017..018",
      "@C-CHAT-020",
      "@C-DLG-007",
      "@C-ROLE-025",
    ],
  },
  async ({ accounts, login, apiAs }) => {
    await test.step("messages stand under their days, the newest in sight, and opening them reads them", async () => {
      const client = await accounts.create("client");
      const caseFile = await buildCase({ assignedTo: [client] });
      const agent = await buildUser({ firstName: "Omar", lastName: "Nasser" });
      const said = { caseId: caseFile.id, userId: agent.id };
      await buildComment({ ...said, message: "Long ago", createdAt: "2026-01-05T09:00:00Z" });
      for (let count = 0; count < 12; count += 1)
        await buildComment({ ...said, message: `Line\nby\nline ${count}`, createdAt: ago(50) });
      const asked = await buildComment({
        ...said,
        message: "A question of the agent",
        createdAt: ago(1),
      });
      const gone = { caseId: caseFile.id, userId: null, parentId: asked.id, createdAt: ago(0.1) };
      await buildComment({ ...gone, message: "An answer of somebody who left" });

      const page = await login(client);
      await page.goto(`/case/${caseFile.caseId}`);
      await page.getByRole("button", { name: "Open Chat, 15 unread" }).click();
      const log = page.getByRole("log", { name: "Case Discussion" });
      await expect(messageIn(page, "An answer of somebody who left")).toBeInViewport();
      await expect(messageIn(page, "An answer of somebody who left")).toContainText("Deleted user");
      await expect(messageIn(page, "Long ago")).toContainText(/1:00\s+pm/i);
      await expect(log.getByText("Monday, 5 January 2026")).toBeAttached();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("button", { name: "Open Chat", exact: true })).toBeVisible();
      const path = { params: { id: caseFile.id } };
      expect(await (await apiAs(client)).call(api.comments.getUnreadCount, path)).toEqual({
        unreadCount: 0,
      });
    });

    await test.step("Enter sends, Shift and Enter begins a line, and an answer stands under its question in both browsers", async () => {
      const client = await accounts.create("client", { firstName: "Lea", lastName: "Loud" });
      const caseFile = await buildCase({ assignedTo: [client] });
      const [asking, answering] = [await login(client), await login("admin")];
      for (const page of [asking, answering]) {
        await page.goto(`/case/${caseFile.caseId}`);
        await page.getByRole("button", { name: "Open Chat" }).click();
        await expect(page.getByText("No comments yet")).toBeVisible();
      }
      const box = asking.getByRole("textbox", { name: "Message" });
      await expect(box).toBeFocused();
      await expect(asking.getByRole("button", { name: "Send message" })).toBeDisabled();
      await asking.keyboard.type("   ");
      await asking.keyboard.press("Enter");
      await expect(asking.getByText("No comments yet")).toBeVisible();
      const question = "Which of the two certificates do you need, the old one or the new one?";
      await box.fill("");
      await asking.keyboard.type("Good morning.");
      await asking.keyboard.press("Shift+Enter");
      await asking.keyboard.type(question);
      await asking.keyboard.press("Enter");
      await expect(box).toHaveValue("");
      await expect(messageIn(asking, question)).toContainText("You");

      const received = messageIn(answering, question);
      await expect(received).toContainText("Lea Loud");
      await received.getByRole("button", { name: "Reply to Lea Loud" }).click();
      // The preview is cut after fifty characters.
      const beginning = `Good morning. ${question}`.slice(0, 50);
      await expect(answering.getByText(`Replying to Lea Loud ${beginning}...`)).toBeVisible();
      await answering.getByRole("button", { name: "Cancel reply" }).click();
      await expect(answering.getByText("Replying to")).toHaveCount(0);
      await received.getByRole("button", { name: "Reply to Lea Loud" }).click();
      await expect(answering.getByRole("textbox", { name: "Message" })).toBeFocused();
      await write(answering, "The new one, please.");
      const thread = asking.getByRole("listitem").filter({ hasText: question }).first();
      await expect(thread.getByRole("listitem")).toContainText("The new one, please.");

      // A thumb is given and taken back.
      const answer = messageIn(asking, "The new one, please.");
      const thumb = answer.getByRole("button", { name: "Thumbs up" });
      await thumb.click();
      await expect(thumb).toHaveAttribute("aria-pressed", "true");
      await expect(
        messageIn(answering, "The new one, please.").getByRole("button", { name: "1 thumbs-up" }),
      ).toHaveAttribute("aria-pressed", "false");
      await thumb.click();
      await expect(
        messageIn(answering, "The new one, please.").getByRole("button", { name: /thumbs-up/ }),
      ).toHaveCount(0);
    });
  },
);

test(
  "files travel with messages, and nothing that was written is lost",
  { tag: ["@C-CHAT-007", "@C-CHAT-010..011", "@C-CHAT-018..019", "@C-CHAT-021", "@C-ERR-032"] },
  async ({ accounts, login, faults }) => {
    await test.step("attachments are checked before they are sent, travel with or without words, and come back whole", async () => {
      const client = await accounts.create("client");
      const caseFile = await buildCase({ assignedTo: [client] });
      const page = await login(client);
      await page.goto(`/case/${caseFile.caseId}`);
      await page.getByRole("button", { name: "Open Chat" }).click();
      const exact = {
        name: "exact.pdf",
        mimeType: "application/pdf",
        buffer: Buffer.alloc(10 * 2 ** 20),
      };
      await attach(page, exact);
      await expectToast(page, "File too large", "Please select a file smaller than 10MB");
      await attach(page, {
        name: "tool.exe",
        mimeType: "application/x-msdownload",
        buffer: Buffer.from("MZ"),
      });
      await expectToast(page, "Invalid file type", "tool.exe is not a supported file type");

      const letter = await makeDocx();
      await attach(page, letter);
      await expect(page.getByRole("button", { name: "Send message" })).toBeEnabled();
      await page.getByRole("button", { name: "Remove attachment" }).click();
      await attach(page, letter);
      await page.getByRole("textbox", { name: "Message" }).press("Enter");
      await expect(messageIn(page, `Shared a file: ${letter.name}`)).toBeVisible();
      const file = await downloadBy(page, `Download ${letter.name}`);
      expect(file.suggestedFilename()).toBe(letter.name);
      expect(letter.buffer.equals(await bytesOf(file))).toBe(true);

      await attach(page, await makePdf("guide.pdf"));
      await write(page, "With words.");
      await expect(messageIn(page, "With words.").getByText("guide.pdf")).toBeVisible();
      // On its way it is drawn faintly.
      await expect(page.getByText("Sending...")).toHaveCount(0);
    });

    await test.step("what could not be sent comes back, even when the panel has been closed", async () => {
      const client = await accounts.create("client");
      const caseFile = await buildCase({ assignedTo: [client] });
      const page = await login(client);
      await page.goto(`/case/${caseFile.caseId}`);
      const open = page.getByRole("button", { name: "Open Chat" });
      await open.click();
      const box = page.getByRole("textbox", { name: "Message" });
      faults.allow(/net::ERR_FAILED/);
      await page.route("**/api/cases/*/comments", (route) =>
        route.request().method() === "POST" ? route.abort() : route.continue(),
      );
      await box.fill("Do not lose me");
      await page.keyboard.press("Enter");
      await expectToast(page, "Error", "Failed to send message");
      await expect(box).toHaveValue("Do not lose me");
      await expect(page.getByText("No comments yet")).toBeVisible();
      await attach(page, await makePdf("precious.pdf"));
      await page.getByRole("button", { name: "Send message" }).click();
      await expectToast(page, "Error", "Failed to send message with attachment");
      await expect(page.getByText("precious.pdf")).toBeVisible();

      // Half a sentence waits too, until the panel is opened again.
      await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
      await expect(open).toBeFocused();
      await page.unroute("**/api/cases/*/comments");
      await open.click();
      await expect(box).toHaveValue("Do not lose me");
      await box.press("Enter");
      await expect(messageIn(page, "Do not lose me")).toContainText("precious.pdf");
      await expect(messageIn(page, "Do not lose me")).not.toContainText("Sending...");
    });
  },
);

test(
  "a talk of 10,000 messages opens at its newest, and is read back without a jump",
  { tag: ["@W-LST-047", "@W-LST-001", "@C-CHAT-005"] },
  async ({ accounts, login }) => {
    const client = await accounts.create("client");
    const caseFile = await buildCase({ assignedTo: [client] });
    // In pieces: a statement of the portal has two and a half seconds.
    for (let first = 1; first < 10_000; first += 1000)
      await runtime.database.execute(sql`
        insert into comments (case_id, user_id, message, created_at)
        select ${caseFile.id}, ${client.id}, 'Message number ' || n, now() - (10001 - n) * interval '7 minutes'
        from generate_series(${first}::int, ${first + 999}::int) n`);
    const page = await login(client);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`/case/${caseFile.caseId}`);
    await page.getByRole("button", { name: "Open Chat" }).click();
    const log = page.getByRole("log", { name: "Case Discussion" });
    await expect(messageIn(page, "Message number 10000")).toBeInViewport();
    expect(await log.getByRole("article").count()).toBe(50);

    const topOf = (text: string) =>
      messageIn(page, text).evaluate((element) => element.getBoundingClientRect().top);
    // The earlier page comes when everything has been measured and scrolled.
    const release = await holdCalls(page, `/api/cases/${caseFile.id}/comments/page`, "GET");
    // A moment after it has opened it goes to its end once more, unless somebody was seen to scroll.
    const scrolled = () =>
      log.evaluate(async (box) => {
        box.scrollTo({ top: 900 });
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        return box.scrollTop;
      });
    await expect.poll(scrolled).toBe(900);
    const inSight = await log.evaluate((box) => {
      const edge = box.getBoundingClientRect().top;
      const seen = [...box.querySelectorAll("article")].find(
        (each) => each.getBoundingClientRect().top >= edge,
      );
      return seen?.querySelector("p[dir]")?.textContent ?? "";
    });
    const before = await topOf(inSight);
    await log.evaluate(async (box) => {
      box.scrollBy({ top: -200 });
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    });
    release();
    await expect(messageIn(page, "Message number 9901")).toBeAttached();
    expect(Math.abs((await topOf(inSight)) - before - 200)).toBeLessThan(2);

    // Far back the newest are let go, and one press brings them again.
    for (let number = 9851; number > 9400; number -= 50) {
      await log.evaluate((box) => box.scrollTo({ top: 100 }));
      await expect(messageIn(page, `Message number ${number}`)).toBeAttached();
    }
    expect(await log.getByRole("article").count()).toBeLessThanOrEqual(400);
    await page.getByRole("button", { name: "Newest messages" }).click();
    await expect(messageIn(page, "Message number 10000")).toBeInViewport();
    await write(page, "One more.");
    await expect(messageIn(page, "One more.")).toBeInViewport();
    expect(asked.filter((path) => path === `/api/cases/${caseFile.id}/comments`)).toHaveLength(1);
  },
);
