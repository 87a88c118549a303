import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { PassportWarning } from "contract/readings";
import { PassportWarnings } from "./passport-warnings.tsx";

const warning = (code: PassportWarning["code"]): PassportWarning => ({ code, text: `${code}.` });
const many = (
  ["number_twice", "name_differs", "expired", "birth_differs", "sex_differs", "unsure"] as const
).map(warning);
const shown = () => many.filter(({ text }) => screen.queryByText(text)).map(({ code }) => code);

function show(warnings: PassportWarning[], { isNarrow }: { isNarrow: boolean }) {
  vi.spyOn(window, "matchMedia").mockReturnValue({
    matches: isNarrow,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  } as unknown as MediaQueryList);
  render(<PassportWarnings warnings={warnings} />);
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe("many warnings of one passport", () => {
  it("keep in a narrow window the first two and those that are asked about, the others behind a button", () => {
    show(many, { isNarrow: true });
    expect(shown()).toEqual(["number_twice", "name_differs", "expired"]);
    const more = screen.getByRole("button", { name: "Show 3 more" });
    more.focus();
    fireEvent.click(more);
    expect(shown()).toHaveLength(6);
    expect(document.activeElement?.textContent).toBe("Show fewer");
    fireEvent.click(screen.getByRole("button", { name: "Show fewer" }));
    expect(shown()).toHaveLength(3);
  });

  it("all stand where there is room, or where they are few", () => {
    show(many, { isNarrow: false });
    expect(shown()).toHaveLength(6);
    cleanup();
    show(many.slice(0, 3), { isNarrow: true });
    expect(shown()).toHaveLength(3);
    expect(screen.queryByRole("button")).toBeNull();
  });
});
