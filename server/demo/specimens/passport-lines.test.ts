import { describe, expect, it } from "vitest";
import { AS_OF, readDemoBureau } from "#demo/read-demo-bureau.ts";
import { passportLines } from "./passport-lines.ts";

describe("the machine-readable lines of a specimen passport", () => {
  it("are those of the demonstration data for each main applicant", () => {
    for (const demoCase of readDemoBureau(AS_OF).cases.filter(({ isSketched }) => !isSketched)) {
      const [holder] = demoCase.applicants;
      const passport = demoCase.documents.find((document) => document.category === "passport");
      const [givenNames = "", surname = ""] = holder?.fullName.split(" ") ?? [];
      const lines = passportLines({
        country: demoCase.mrz[0].slice(2, 5),
        surname,
        givenNames,
        number: demoCase.mrz[1].slice(0, 9),
        dateOfBirth: holder?.dateOfBirth ?? "",
        gender: holder?.gender ?? "male",
        expiryDate: passport?.expiryDate ?? "",
      });
      expect(lines).toEqual(demoCase.mrz);
    }
  });
});
