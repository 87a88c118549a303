import { describe, expect, it } from "vitest";
import { CreateCaseInput } from "contract/cases";
import { newCase } from "./case-fields.tsx";

const filled = { ...newCase, title: "Rossi Family", nationality: "Italian" };

describe("the form of a new case", () => {
  it(
    "takes what it begins with, once title and nationality are filled in",
    { tags: ["C-DLG-017"] },
    () => {
      expect(CreateCaseInput.safeParse(filled).success).toBe(true);
    },
  );

  it.each([
    ["status", "", "Status is required"],
    ["citizenshipProgram", "", "Citizenship program is required"],
    ["gender", "", "Gender is required"],
    ["nationality", "", "Nationality is required"],
  ])(
    "says that %s is missing",
    { tags: ["C-DLG-019", "C-DLG-021..022"] },
    (field, empty, message) => {
      const problems = CreateCaseInput.safeParse({ ...filled, [field]: empty }).error?.issues;
      expect(problems).toMatchObject([{ path: [field], message }]);
    },
  );
});
