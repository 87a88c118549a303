import { expect, it } from "vitest";
import { eventSentence } from "./event-sentence.ts";

const about = { stage: "dossier", documentName: "FIU, first stage" };
const build = { number: 2, kind: "fiu", pages: 302, parts: 2 };

it.each([
  [
    "built dossier 2 “FIU, first stage” of 302 pages, 3 papers left out",
    { action: "create", metadata: { ...build, left: 3 } },
  ],
  [
    "built dossier 2 “FIU, first stage” of 1 page",
    { action: "create", metadata: { ...build, pages: 1, left: 0 } },
  ],
  ["downloaded dossier 2", { action: "download", metadata: { number: 2, files: ["a.pdf"] } }],
  [
    "marked dossier 2 as handed in on 24 Nov 2026",
    { action: "update", metadata: { number: 2, handedInOn: "2026-11-24" } },
  ],
  ["marked dossier 2 as not handed in", { action: "update", metadata: { number: 2 } }],
  [
    "removed dossier 2: It was built for the wrong case.",
    { action: "delete", metadata: { number: 2, reason: "It was built for the wrong case." } },
  ],
])("of a dossier: %s", { tags: ["W-DOS-051"] }, (sentence, fields) => {
  expect(eventSentence({ ...about, ...fields } as never)).toBe(sentence);
});
