import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { commentsApi } from "contract/comments";
import { runtime } from "#server/core/runtime.ts";
import { comments } from "#server/database/tables/comments.ts";
import type { Actors } from "#testing/actors.ts";
import { answersTo, openAnswering, reasonTo, saidIn } from "#testing/answering.ts";
import { eventsOf } from "#testing/case-records.ts";
import { type ClamdStandIn, EICAR, openClamdStandIn } from "#testing/clamd-stand-in.ts";
import { MAILBOX_SETTINGS, mailIn, waiting, writeMail } from "#testing/mailed.ts";
import { sampleImage, samplePdf } from "#testing/sample-files.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { takeMail } from "./take-mail.service.ts";

let portal: TestApp;
let scanner: ClamdStandIn;
beforeAll(async () => {
  scanner = await openClamdStandIn();
  const scanning = { SCAN: "required", CLAMD_ADDRESS: scanner.address };
  portal = await openTestApp({ settings: { ...MAILBOX_SETTINGS, ...scanning } });
});
afterAll(async () => {
  await portal.close();
  await scanner.close();
});

let actors: Actors;
let from: string;
let to: string;
beforeEach(async () => {
  ({ actors, from, to } = await openAnswering(portal));
});

const said = () => saidIn(actors);

describe("an answer by mail", () => {
  it("is a message of the person, unread by the others", { tags: ["W-RPL-003"] }, async () => {
    expect(await mailIn({ from: from.toUpperCase(), to, text: "Yes, on Tuesday.\n" })).toBe(
      "posted",
    );
    const [message, ...more] = await said();
    expect(more).toEqual([]);
    expect(message).toMatchObject({
      message: "Yes, on Tuesday.",
      source: "mail",
      parentId: null,
      user: { id: actors.people.client.id },
    });
    const unread = async (who: "agent" | "client") =>
      actors[who].call(commentsApi.getUnreadCount, { params: actors.caseFile });
    expect([await unread("agent"), await unread("client")]).toEqual([
      { unreadCount: 1 },
      { unreadCount: 0 },
    ]);
    expect(await eventsOf(actors.caseFile.id)).toMatchObject([
      { action: "comment", metadata: { commentId: message?.id, source: "mail" } },
    ]);
    expect(await answersTo(from)).toEqual([]);
  });

  it("may bring three files: three messages, in one piece", { tags: ["W-RPL-008"] }, async () => {
    const pdf = { bytes: await samplePdf(), type: "application/pdf" };
    const files = ["a.pdf", "b.pdf", "c.pdf"].map((name) => ({ name, ...pdf }));
    expect(await mailIn({ from, to, text: "The papers", files })).toBe("posted");
    expect((await said()).map((each) => [each.message, each.attachmentOriginalName])).toEqual([
      ["The papers", "a.pdf"],
      ["Shared a file: b.pdf", "b.pdf"],
      ["Shared a file: c.pdf", "c.pdf"],
    ]);
    const rows = await runtime.database
      .select({ xmin: comments.createdAt })
      .from(comments)
      .where(eq(comments.caseId, actors.caseFile.id));
    expect(new Set(rows.map(({ xmin }) => xmin)).size).toBe(1);
  });

  it("leaves out files that are refused, and tells how many", { tags: ["W-RPL-009"] }, async () => {
    const pdf = await samplePdf();
    const files = [
      { name: "good.pdf", bytes: pdf },
      { name: "run.exe", bytes: Buffer.from("MZ") },
      { name: "disguised.pdf", bytes: Buffer.from("not a pdf at all") },
      { name: "big.pdf", bytes: await samplePdf(10 * 1_048_576 + 1) },
      { name: "infected.txt", bytes: Buffer.from(EICAR) },
      ...Array.from({ length: 6 }, (_, at) => ({ name: `${at}.pdf`, bytes: pdf })),
    ];
    expect(await mailIn({ from, to, files, messageId: "<many@mail.example>" })).toBe("posted");
    const taken = (await said()).map((each) => each.attachmentOriginalName);
    // '5.pdf' is the eleventh.
    expect(taken).toEqual(["good.pdf", "0.pdf", "1.pdf", "2.pdf", "3.pdf", "4.pdf"]);
    const [answer] = await answersTo(from);
    expect(answer).toMatchObject({
      template: "replyFiles",
      subject: "Some of your files were not taken",
    });
    expect(answer?.text).toContain(
      "Your message was added. 5 of your files were not taken: photos, PDF, Word and text files up to 10 MB can be sent by mail, ten at most.",
    );
  });

  it(
    "takes a picture of 20 kB that the text shows, not a logo; winmail.dat is refused",
    { tags: ["W-RPL-010"] },
    async () => {
      const picture = await sampleImage("png", { width: 8, height: 8 });
      const shown = (name: string, size: number) => ({
        name,
        type: "image/png",
        bytes: Buffer.concat([picture, Buffer.alloc(Math.max(0, size - picture.length))]),
        headers: `Content-ID: <${name}>\r\nContent-Disposition: inline; filename="${name}"`,
      });
      const html = '<p>See</p><img src="cid:logo.png"><img src="cid:photo.png">';
      const files = [shown("logo.png", 3000), shown("photo.png", 20_480)];
      const source = writeMail({ from, to, text: "See", html, files })
        .toString("latin1")
        .replace("multipart/mixed", "multipart/related");
      expect(await takeMail(waiting(Buffer.from(source, "latin1")))).toBe("posted");
      expect((await said()).map((each) => each.attachmentOriginalName)).toEqual(["photo.png"]);
      expect(await answersTo(from)).toEqual([]);
      await mailIn({ from, to, files: [{ name: "winmail.dat", bytes: Buffer.from('x\u009f>"') }] });
      expect((await answersTo(from)).map(({ template }) => template)).toEqual(["replyFiles"]);
    },
  );

  it("is refused empty; only a file speaks for itself", { tags: ["W-RPL-022"] }, async () => {
    expect(await mailIn({ from, to, text: "\n\nSent from my iPhone\n" })).toBe("refused_empty");
    expect(await reasonTo(from)).toBe("There was no text of yours and no file in your answer.");
    const files = [{ name: "photo.png", bytes: await sampleImage("png") }];
    expect(await mailIn({ from, to, text: "", files })).toBe("posted");
    expect((await said()).map(({ message }) => message)).toEqual(["Shared a file: photo.png"]);
  });

  it("of more than 5,000 characters comes whole as a file", { tags: ["W-RPL-007"] }, async () => {
    const text = `${"word ".repeat(1000)}x`;
    expect(await mailIn({ from, to, text })).toBe("posted");
    const [message] = await said();
    expect(message?.message).toBe(`${"word ".repeat(980).trim()} …`);
    expect(message).toMatchObject({ attachmentOriginalName: "Mail.txt", attachmentFileSize: 5001 });
  });

  it(
    "keeps lines of messages of the case out, wherever they are quoted",
    { tags: ["W-RPL-006"] },
    async () => {
      const params = actors.caseFile;
      await actors.agent.call(commentsApi.create, {
        params,
        fields: { message: "Please bring both passports." },
      });
      const text = [
        "##- Please write your answer above this line -##",
        "Hello Clara Client,",
        "There is news in case X, The family:",
        "Alan Agent wrote a message",
        "Alan Agent:",
        "Please bring both passports.",
        "I have only one.",
        "You can answer this mail: what you write becomes a message in the case.",
      ].join("\n");
      expect(await mailIn({ from, to, text })).toBe("posted");
      expect((await said()).map(({ message }) => message)).toEqual([
        "Please bring both passports.",
        "I have only one.",
      ]);
    },
  );

  it("is posted once, however often it is found", { tags: ["W-RPL-019"] }, async () => {
    const source = writeMail({ from, to, messageId: "<once@mail.example>" });
    expect(await takeMail(waiting(source))).toBe("posted");
    expect(await takeMail(waiting(source))).toBe("duplicate");
    expect(await mailIn({ from, to, text: "Other", messageId: "<once@mail.example>" })).toBe(
      "duplicate",
    );
    const nameless = writeMail({ from, to, messageId: null });
    expect(await takeMail(waiting(nameless))).toBe("posted");
    expect(await takeMail(waiting(nameless))).toBe("duplicate");
    expect(await said()).toHaveLength(2);
  });
});
