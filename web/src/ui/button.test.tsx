import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Button } from "./button.tsx";

afterEach(cleanup);

describe("a pending button", () => {
  it("says what it is doing and sends nothing a second time", () => {
    const submit = vi.fn<(event: Event) => void>((event) => event.preventDefault());
    const form = (pending: boolean) => (
      <form onSubmit={(event) => submit(event.nativeEvent)}>
        <Button type="submit" pending={pending} pendingText="Saving...">
          Save
        </Button>
      </form>
    );
    const { rerender } = render(form(false));
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(submit).toHaveBeenCalledTimes(1);
    rerender(form(true));
    const button = screen.getByRole("button", { name: "Saving..." });
    fireEvent.click(button);
    expect(submit).toHaveBeenCalledTimes(1);
    expect(button.getAttribute("aria-disabled")).toBe("true");
  });

  it(
    "says without a connection what it waits for, unless its pending text is given",
    { tags: ["I-INV-055"] },
    () => {
      vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
      render(
        <>
          <Button pending pendingText="Saving...">
            Save
          </Button>
          <Button pending pendingText="Creating..." pendingStays>
            Create
          </Button>
        </>,
      );
      const words = screen.getAllByRole("button").map((button) => button.textContent);
      expect(words).toEqual(["Waiting for the connection", "Creating..."]);
      vi.restoreAllMocks();
    },
  );
});

describe("a button with nothing left to do", () => {
  it("keeps the focus that it has, and stops listening", () => {
    const press = vi.fn<() => void>();
    const save = (disabled: boolean) => (
      <Button disabled={disabled} onClick={press}>
        Save
      </Button>
    );
    const { rerender } = render(save(false));
    const button = screen.getByRole<HTMLButtonElement>("button");
    button.focus();
    rerender(save(true));
    fireEvent.click(button);
    expect(press).not.toHaveBeenCalled();
    expect([button.disabled, button.getAttribute("aria-disabled")]).toEqual([false, "true"]);
    fireEvent.blur(button);
    expect(button.disabled).toBe(true);
  });
});
