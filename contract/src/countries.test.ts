import { expect, it } from "vitest";
import { alpha3Of, countries, countryOf } from "./countries.ts";
import { nationalities } from "./nationalities.ts";

it("names 199 countries, one for each nationality", { tags: ["W-CHK-083"] }, () => {
  expect(countries).toHaveLength(199);
  expect(new Set(countries.map(({ alpha3 }) => alpha3)).size).toBe(199);
  for (const nationality of nationalities)
    expect(countries.filter(({ demonym }) => demonym === nationality)).toHaveLength(1);
  for (const { alpha3 } of countries) expect(alpha3).toMatch(/^[A-Z]{3}$/);
  expect(alpha3Of("Lebanese")).toBe("LBN");
  expect(countryOf("LBN")).toBe("Lebanon");
  expect([alpha3Of("Martian"), countryOf("QQQ")]).toEqual([null, null]);
});
