import { describe, expect, it } from "vitest";
import { ignoredWarnings, passportSentence } from "./passport-sentence.ts";

const about = { applicantId: 7, name: "Nadim Sarrouf" };

describe("what the activity says of passports", () => {
  it.each([
    [
      "took date of birth, passport number of Nadim Sarrouf from “Main - Passport.jpg”",
      { ...about, fields: ["dateOfBirth", "passportNumber"], source: "reading", documentId: 3 },
    ],
    [
      "took back date of birth of Nadim Sarrouf",
      { ...about, fields: ["dateOfBirth"], source: "undo", documentId: 3 },
    ],
    ["changed the passport data of Nadim Sarrouf", { ...about, fields: ["passportNumber"] }],
    [
      "changed the passport data of an applicant",
      { applicantId: 7, fields: ["passportExpiresOn"] },
    ],
    [null, { ...about, fields: ["passportName"], nationality: { from: null, to: "Lebanese" } }],
    [null, { review: "accepted" }],
  ])("%s", (sentence, metadata) => {
    expect(passportSentence(metadata, "Main - Passport.jpg")).toBe(sentence);
  });

  it("names the warnings that were passed over", () => {
    const warningsIgnored = ["expired", "number_twice"];
    expect(ignoredWarnings({ warningsIgnored })).toBe(" although: expired, number twice");
    expect(ignoredWarnings({})).toBe("");
  });
});
