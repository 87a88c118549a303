import { describe, expect, it } from "vitest";
import { fileNameIn } from "./download.ts";

describe("the server's file name", () => {
  it.each([
    [`attachment; filename="passport.pdf"`, "passport.pdf"],
    [`attachment; filename=passport.pdf`, "passport.pdf"],
    [
      `attachment; filename="a.zip"; filename*=UTF-8''%D8%B9%D8%A7%D8%A6%D9%84%D8%A9.zip`,
      "عائلة.zip",
    ],
    [String.raw`attachment; filename="say \"hi\".pdf"`, `say "hi".pdf`],
    [`attachment; filename="plain.pdf"; filename*=UTF-8''%E0%A4%A`, "plain.pdf"],
    ["attachment", null],
    [null, null],
  ])("in %s is %s", (header, name) => {
    expect(fileNameIn(header)).toBe(name);
  });
});
