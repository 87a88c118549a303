import { expect, it } from "vitest";
import { titleDirection } from "./title-direction.ts";

it.each([
  ["Nadim Sarrouf - Citizenship Application", undefined],
  ["نور حدّادين - Citizenship Application", undefined],
  ["عائلة حدّادين (2)", "auto"],
])("%s has the direction %s", (title, direction) => {
  expect(titleDirection(title)).toBe(direction);
});
