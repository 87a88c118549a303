/** Reads docs/automation.md as its reader does: what stands under a heading. */
import { readFileSync } from "node:fs";

const guide = readFileSync(new URL("../../docs/automation.md", import.meta.url), "utf8");

const sections = guide.split(/^#{2,3} /m).map((text) => {
  const [heading = "", ...lines] = text.split("\n");
  return { heading: heading.replaceAll("`", ""), text: lines.join("\n") };
});

export function headingsOf(): string[] {
  return sections.map(({ heading }) => heading);
}

/** The fenced blocks of one language. */
export function codeUnder(heading: string, language: string): string[] {
  const { text } = sections.find((section) => section.heading === heading) ?? { text: "" };
  const blocks = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)];
  return blocks.filter((block) => block[1] === language).map((block) => block[2] ?? "");
}

export function jsonUnder(heading: string): unknown[] {
  return codeUnder(heading, "json").map((block) => JSON.parse(block) as unknown);
}
