import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CasePicker, type PickableCase } from "./case-picker.tsx";

const haddad = { id: 1, title: "Haddad Family", caseId: "VU-1", nationality: "Lebanese" };
const rahman = { id: 2, title: "أمينة رحمن", caseId: "NR-2", nationality: null };
const onChange = vi.fn<(chosen: number[]) => void>();

function Picker({ found }: { readonly found: readonly PickableCase[] }) {
  const [chosen, setChosen] = useState<number[]>([]);
  const [needle, setNeedle] = useState("");
  const search = {
    needle,
    setNeedle,
    found,
    isPending: false,
    isSettled: true,
    isError: false,
    showMore: null,
  };
  return (
    <CasePicker
      cases={search}
      chosen={chosen}
      onChange={(next) => {
        setChosen(next);
        onChange(next);
      }}
    />
  );
}

beforeEach(() => {
  // The test's document has no layout.
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(176);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(176);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it(
  "keeps the chips of chosen cases when another search no longer finds them",
  { tags: ["W-LST-046"] },
  () => {
    const { rerender } = render(<Picker found={[haddad]} />);
    fireEvent.click(screen.getByRole("button", { name: /Haddad Family/ }));
    rerender(<Picker found={[rahman]} />);
    fireEvent.click(screen.getByRole("button", { name: /أمينة رحمن/ }));
    expect(onChange).toHaveBeenLastCalledWith([1, 2]);
    const chips = within(screen.getAllByRole("list")[0] ?? document.body).getAllByRole("button");
    expect(chips.map((chip) => chip.title)).toEqual([haddad.title, rahman.title]);
    fireEvent.click(chips[0] ?? document.body);
    expect(onChange).toHaveBeenLastCalledWith([2]);
  },
);
