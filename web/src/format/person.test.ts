import { describe, expect, it } from "vitest";
import { displayNameOf, fullNameOf, initialsOf } from "./person.ts";

describe("names of people", () => {
  it("takes initials from the first letters of both names", { tags: ["C-SIGN-019"] }, () => {
    expect(initialsOf({ firstName: "Amina", lastName: "Rahman" })).toBe("AR");
    expect(initialsOf({ firstName: "amina", lastName: null })).toBe("A");
    expect(initialsOf({ firstName: "ليلى", lastName: "Okafor" })).toBe("لO");
  });

  it("writes '??' without any name", { tags: ["C-SIGN-020"] }, () => {
    expect(initialsOf({ firstName: null, lastName: null })).toBe("??");
    expect(initialsOf({ firstName: " ", lastName: "" })).toBe("??");
  });

  it("calls somebody without a name 'User'", { tags: ["C-SIGN-021"] }, () => {
    expect(displayNameOf({ firstName: null, lastName: null })).toBe("User");
    expect(displayNameOf({ firstName: "Amina", lastName: null })).toBe("Amina");
    expect(displayNameOf({ firstName: "Amina", lastName: "Rahman" })).toBe("Amina Rahman");
  });

  it("leaves the full name empty without a name", () => {
    expect(fullNameOf({})).toBe("");
  });
});
