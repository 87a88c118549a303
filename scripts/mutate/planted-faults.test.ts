import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "#scripts/tools.ts";
import { misplaced, plantedFaults } from "./planted-faults.ts";

it.each([...plantedFaults])("can still take away $what, and names tests that exist", (fault) => {
  expect(misplaced(fault, readFileSync(join(root, fault.file), "utf8"))).toBeNull();
  for (const test of fault.tests) expect(existsSync(join(root, "server", test)), test).toBe(true);
});
