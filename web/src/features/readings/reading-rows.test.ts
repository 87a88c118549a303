import { describe, expect, it } from "vitest";
import { buildFields, buildReading } from "#web/testing/reading-records.ts";
import { actionsOf, matchingOf, rightExpiryOf, rowsOf, shownValue } from "./reading-rows.ts";

const rowOf = (name: string, fields = buildFields()) => {
  const row = rowsOf(buildReading({ fields })).find((each) => each.name === name);
  if (row === undefined) throw new Error(`No row of ${name}`);
  return row;
};

describe("what matches", () => {
  it(
    "is what is proven and new or equal, and of what is compared by eye what is equal",
    { tags: ["W-MRZ-045"] },
    () => {
      expect(matchingOf(buildReading())).toEqual([
        "name",
        "dateOfBirth",
        "sex",
        "nationality",
        "passportNumber",
        "passportExpiresOn",
      ]);
    },
  );

  it(
    "is never a value that differs, is doubtful, or is decided about",
    { tags: ["W-MRZ-045"] },
    () => {
      const fields = buildFields({
        name: { compared: "spelling" },
        dateOfBirth: { compared: "different", current: "1979-03-13" },
        sex: { compared: "empty", current: null },
        nationality: { compared: "different", current: "Syrian" },
        passportNumber: { mark: "doubtful" },
        passportExpiresOn: { verdict: "taken" },
      });
      expect(matchingOf(buildReading({ fields }))).toEqual([]);
    },
  );

  it("is nothing while nobody is named", () => {
    expect(matchingOf(buildReading({ applicantId: null }))).toEqual([]);
  });
});

describe("what can be done with a value", () => {
  it("is to use what is new and to replace what differs", () => {
    const labels = (fields: Parameters<typeof buildFields>[0]) =>
      actionsOf(rowOf("dateOfBirth", buildFields(fields))).map(({ label }) => label);
    expect(labels({ dateOfBirth: { compared: "empty" } })).toEqual(["Use"]);
    expect(labels({ dateOfBirth: { compared: "different" } })).toEqual(["Replace"]);
    expect(labels({ dateOfBirth: { compared: "different", mark: "doubtful" } })).toEqual([]);
    expect(labels({ dateOfBirth: { compared: "same" } })).toEqual([]);
  });

  it("is for a name to use it beside the typed one, or to replace that", () => {
    const choices = actionsOf(rowOf("name", buildFields({ name: { compared: "different" } })));
    expect(choices).toEqual([
      { label: "Use", choice: "use" },
      { label: "Replace", choice: "replace" },
    ]);
    expect(actionsOf(rowOf("name", buildFields({ name: { compared: "order" } })))).toHaveLength(1);
  });
});

describe("values", () => {
  it("are shown as people write them", () => {
    expect(shownValue("passportExpiresOn", "2031-07-04")).toBe("4 Jul 2031");
    expect(shownValue("sex", "female")).toBe("Female");
    expect(shownValue("passportCountry", "LBN")).toBe("Lebanon");
    expect(shownValue("passportCountry", "XXB")).toBe("XXB");
  });

  it("say until when a passport is valid only if that is proven", { tags: ["W-MRZ-046"] }, () => {
    expect(rightExpiryOf(buildReading())).toBe("2031-07-04");
    const fields = buildFields({ passportExpiresOn: { mark: "doubtful" } });
    expect(rightExpiryOf(buildReading({ fields }))).toBeNull();
  });
});
