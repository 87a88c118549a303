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
  render(<Combobox label="Letter" value={null} onValueChange={onValueChange} options={options} />);
  fireEvent.click(screen.getByRole("combobox", { name: "Letter" }));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const list = () => screen.getByRole("listbox");
const shown = () => within(list()).getAllByRole("option");
const selected = () => within(list()).getByRole("option", { selected: true }).textContent;
const press = (key: string) => fireEvent.keyDown(screen.getByPlaceholderText("Search"), { key });

it("offers every choice, of which only those in sight are in the document", () => {
  expect(shown().length).toBeLessThan(40);
  expect(shown()[0]?.getAttribute("aria-setsize")).toBe("500");
});

it("is walked through by the keyboard from the first choice to the last", () => {
  expect(selected()).toBe("Choice 1");
  press("End");
  expect(selected()).toBe("Choice 500");
  press("ArrowDown");
  expect(selected()).toBe("Choice 1");
  press("ArrowUp");
  press("Enter");
  expect(onValueChange).toHaveBeenCalledWith("Choice 500");
});
