import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Field } from "./field.tsx";
import { MoneyInput } from "./money-input.tsx";

const keep = vi.fn<(cents: number | null) => void>();

function Form() {
  const [cents, setCents] = useState<number | null>(18_000_000);
  const change = (next: number | null) => {
    keep(next);
    setCents(next);
  };
  return (
    <Field label="Citizenship fee">
      <MoneyInput cents={cents} onCentsChange={change} />
    </Field>
  );
}

afterEach(cleanup);

describe("a field of money", () => {
  it(
    "holds the plain amount, and is read in groups of three digits beside its currency",
    { tags: ["C-DLG-037..038"] },
    () => {
      render(<Form />);
      const input = screen.getByLabelText<HTMLInputElement>("Citizenship fee");
      expect(input.value).toBe("180000");
      expect(screen.getByText("180,000")).toBeTruthy();
      expect(screen.getByText("USD")).toBeTruthy();
    },
  );

  it(
    "keeps whole cents, and what was typed until somebody leaves it",
    { tags: ["C-DLG-037", "D-002"] },
    () => {
      render(<Form />);
      const input = screen.getByLabelText<HTMLInputElement>("Citizenship fee");
      fireEvent.change(input, { target: { value: "1234.50" } });
      expect(keep).toHaveBeenLastCalledWith(123_450);
      expect(input.value).toBe("1234.50");
      fireEvent.blur(input);
      expect(screen.getByText("1,234.50")).toBeTruthy();
      fireEvent.change(input, { target: { value: "" } });
      expect(keep).toHaveBeenLastCalledWith(null);
    },
  );
});
