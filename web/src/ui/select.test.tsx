import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { Field } from "./field.tsx";
import { Select } from "./select.tsx";

afterEach(cleanup);

function StatusSelect() {
  const [value, setValue] = useState<"open" | "closed" | null>(null);
  return (
    <Field label="Status" error="Status is required">
      <Select
        value={value}
        onValueChange={setValue}
        options={[
          { value: "open", label: "Open" },
          { value: "closed", label: "Closed" },
        ]}
      />
    </Field>
  );
}

describe("a select", () => {
  it("opens by key, takes a choice and shows it", async () => {
    render(<StatusSelect />);
    const closed = screen.getByRole("combobox", { name: "Status" });
    expect(closed.textContent).toBe("Select");
    fireEvent.keyDown(closed, { key: "ArrowDown" });
    fireEvent.keyDown(await screen.findByRole("option", { name: "Closed" }), { key: "Enter" });
    expect((await screen.findByRole("combobox", { name: "Status" })).textContent).toBe("Closed");
  });

  it("belongs to its field, opened or not", async () => {
    render(<StatusSelect />);
    const error = screen.getByText("Status is required");
    expect(screen.getByRole("combobox").getAttribute("aria-describedby")).toBe(error.id);
    fireEvent.click(screen.getByRole("combobox"));
    await screen.findByRole("option", { name: "Open" });
    const opened = screen.getByRole("combobox", { hidden: true });
    expect(opened.getAttribute("aria-describedby")).toBe(error.id);
    expect(opened.getAttribute("aria-invalid")).toBe("true");
  });
});
