import { expect, it } from "vitest";
import { nationalities } from "./nationalities.ts";

it(
  "lists about 200 demonyms once each, from Afghan to Zimbabwean",
  { tags: ["C-CONST-016", "D-165"] },
  () => {
    expect(nationalities.length).toBeGreaterThanOrEqual(190);
    expect(nationalities.length).toBeLessThanOrEqual(210);
    expect(nationalities[0]).toBe("Afghan");
    expect(nationalities.at(-1)).toBe("Zimbabwean");
    expect(new Set(nationalities).size).toBe(nationalities.length);
    expect([...nationalities].toSorted((one, other) => one.localeCompare(other, "en"))).toEqual(
      nationalities,
    );
  },
);
