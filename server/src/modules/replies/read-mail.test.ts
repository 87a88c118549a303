import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { withoutOurLetter } from "./our-letter.ts";
import { readMail } from "./read-mail.ts";

const fixtures = join(import.meta.dirname, "fixtures");
const own = ["example bureau", "replies+", "no-reply@bureau.example"];
const known = { origin: "https://portal.bureau.example", lines: ["Example Bureau"] };

const open = (name: string) => readFileSync(join(fixtures, name));
const read = (source: Uint8Array) => readMail({ source, own });

async function answerOf(source: Uint8Array): Promise<string> {
  const { above, below } = await read(source);
  return above || withoutOurLetter(below, known);
}

const plain = (text: string) => Buffer.from(`Subject: Re\r\n\r\n${text}`);

describe("the answer in a mail", () => {
  const names = readdirSync(fixtures).filter((name) => name.endsWith(".txt"));
  it.each(names)("is what was written: %s", { tags: ["W-RPL-004"] }, async (name) => {
    const expected = open(name).toString().trimEnd();
    expect(await answerOf(open(name.replace(".txt", ".eml")))).toBe(expected);
  });
});

describe("what is taken off", () => {
  const marker = "##- Please write your answer above this line -##";
  it.each([
    ["as it is", marker],
    ["behind '>'", `> ${marker}`],
    ["behind several", `>> > ${marker}`],
    ["wrapped", "##- Please write your answer\nabove this line -##"],
    ["wrapped behind '>'", "> ##- Please write your\n> answer above this line -##"],
  ])("is everything from the marker on, %s", { tags: ["W-RPL-005"] }, async (_, line) => {
    const text = `Yes.\n\n${line}\n> Hello\nEverything below\nis dropped.`;
    expect((await read(plain(text))).above).toBe("Yes.");
  });

  it(
    "is not what was written above an introduction or holds a date",
    { tags: ["W-RPL-004"] },
    async () => {
      const text = `On Monday I come at 10:30 to Example Bureau\n\nAm 22.11.2026 um 12:00 schrieb Example Bureau:\n${marker}`;
      expect((await read(plain(text))).above).toBe("On Monday I come at 10:30 to Example Bureau");
    },
  );

  it(
    "are lines of our letter, when the answer stands below or between",
    { tags: ["W-RPL-006"] },
    async () => {
      const letter = ["Hello Clara,", "There is news in case VU-1:", "- 3 new messages"].join("\n");
      const text = `${marker}\n${letter}\nFirst.\n2 documents were uploaded\nExample Bureau\nSecond.`;
      expect(await answerOf(plain(text))).toBe("First.\nSecond.");
    },
  );
});

describe("the files in a mail", () => {
  const filesOf = async (name: string) =>
    (await read(open(`${name}.eml`))).files.map((file) => file.name);

  it(
    "are those that somebody has sent, not what programs add",
    { tags: ["W-RPL-004"] },
    async () => {
      expect(await filesOf("three-attachments")).toEqual(["Passport.pdf", "Photo.png", "Note.txt"]);
      expect(await filesOf("logo-in-the-signature")).toEqual([]);
      expect(await filesOf("picture-in-the-text")).toEqual(["image001.png"]);
      expect(await filesOf("heic")).toEqual(["IMG_0412.HEIC"]);
      expect(await filesOf("winmail-dat")).toEqual(["winmail.dat"]);
    },
  );
});
