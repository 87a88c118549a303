import { expect, it } from "vitest";
import { judgeLines } from "./lines/judge-lines.ts";
import { nationalityOf } from "./nationality-of.ts";

it.each([
  ["D<<", "German"],
  ["GBD", "British"],
  ["GBN", "British"],
  ["RKS", "Kosovar"],
  ["LBN", "Lebanese"],
])("takes citizens of %s for %s", { tags: ["W-MRZ-018"] }, (code, nationality) => {
  expect(nationalityOf(code)).toBe(nationality);
});

it.each(["XXA", "XXB", "XXC", "UNO", "UNA", "UNK", "XOM", "EUE", "XPO", "QQQ"])(
  "proposes no nationality for %s, and says so",
  { tags: ["W-MRZ-018"] },
  (code) => {
    expect(nationalityOf(code)).toBeNull();
    const line2 = `L898902C36${code}7408122F1204159ZE184226B<<<<<10`;
    const line1 = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<";
    const { fields } = judgeLines(line1, line2, { today: "2026-11-22" });
    expect(fields[3]?.text).toBe(`No nationality for the code ${code}`);
  },
);

it(
  "knows from the applicant whether China's code means Hong Kong or Macao",
  { tags: ["W-MRZ-019"] },
  () => {
    expect(nationalityOf("CHN")).toBe("Chinese");
    expect(nationalityOf("CHN", "Hong Konger")).toBe("Hong Konger");
    expect(nationalityOf("CHN", "Macanese")).toBe("Macanese");
    expect(nationalityOf("CHN", "Lebanese")).toBe("Chinese");
  },
);
