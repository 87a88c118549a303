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
  it.each(names)("is what was written: %s [W-RPL-004]", async (name) => {
    const expected = open(name).toString().trimEnd();
    expect(await answerOf(open(name.replace(".txt", ".eml")))).toBe(expected);
  });
});
