import { describe, expect, it } from "vitest";
import { codeSort } from "./invoice-order.ts";

describe("codes of invoices", () => {
  it(
    "are sorted by their numbers: letters small, each number behind its length",
    { tags: ["D-149"] },
    () => {
      expect(codeSort("S1-2026-2")).toBe("s011-042026-012");
      expect(codeSort("s01-2026-0010")).toBe("s011-042026-0210");
      expect(codeSort("A-000")).toBe("a-010");
      expect(codeSort("É/z _.")).toBe("É/z _.");
      expect(codeSort("S1-2026-2") < codeSort("S1-2026-10")).toBe(true);
    },
  );
});
