import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Combobox } from "./combobox.tsx";

const names = Array.from({ length: 500 }, (_, index) => `Choice ${index + 1}`);
const options = names.map((value) => ({ value, label: value }));
const onValueChange = vi.fn<(value: string) => void>();

beforeEach(() => {
  // The test's document has no layout: this is the height of the open list, and of a row.
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(256);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(32);
  onValueChange.mockClear();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function open(found: Partial<Parameters<typeof Combobox>[0]> = {}) {
  const shown = (more: typeof found) => (
    <Combobox
      label="Letter"
      value={null}
      onValueChange={onValueChange}
      options={options}
      {...found}
      {...more}
    />
  );
  const { rerender } = render(shown({}));
  fireEvent.click(screen.getByRole("combobox", { name: "Letter" }));
  return (more: typeof found) => rerender(shown(more));
}
const list = () => screen.getByRole("listbox");
const shown = () => within(list()).getAllByRole("option");
const selected = () => within(list()).getByRole("option", { selected: true }).textContent;
const press = (key: string) => fireEvent.keyDown(screen.getByPlaceholderText("Search"), { key });

it("offers every choice, of which only those in sight are in the document", () => {
  open();
  expect(shown().length).toBeLessThan(40);
  expect(shown()[0]?.getAttribute("aria-setsize")).toBe("500");
});

it("is walked through by the keyboard from the first choice to the last", () => {
  open();
  expect(selected()).toBe("Choice 1");
  press("End");
  expect(selected()).toBe("Choice 500");
  press("ArrowDown");
  expect(selected()).toBe("Choice 1");
  press("ArrowUp");
  press("Enter");
  expect(onValueChange).toHaveBeenCalledWith("Choice 500");
});

it("takes the first that a search elsewhere finds when Enter comes before its answer", () => {
  const search = {
    needle: "",
    setNeedle: () => undefined,
    isPending: false,
    isSettled: true,
    isError: false,
    showMore: null,
  };
  const show = open({ search });
  show({ search: { ...search, needle: "late", isSettled: false } });
  press("Enter");
  expect(onValueChange).not.toHaveBeenCalled();
  const late = { value: "late", label: "The late one" };
  show({ search: { ...search, needle: "late" }, options: [late, ...options] });
  expect(onValueChange).toHaveBeenCalledExactlyOnceWith("late");
});
