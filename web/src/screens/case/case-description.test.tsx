import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { buildCase } from "#web/testing/records.ts";
import { CaseDescription } from "./case-description.tsx";

afterEach(cleanup);

describe("the description of a case", () => {
  it("is its own text, else the text of its status", { tags: ["C-CASE-009"] }, () => {
    const { rerender } = render(
      <CaseDescription caseFile={buildCase({ description: " Our words " })} />,
    );
    expect(screen.getByText("Our words")).toBeTruthy();
    rerender(<CaseDescription caseFile={buildCase({ description: "  " })} />);
    expect(screen.getByText(/^Welcome: we are opening your file/)).toBeTruthy();
  });

  it(
    "is no block at all for a citizen without a text of their own",
    { tags: ["C-CASE-010", "D-037"] },
    () => {
      const { container, rerender } = render(
        <CaseDescription caseFile={buildCase({ status: "citizen" })} />,
      );
      expect(container.innerHTML).toBe("");
      rerender(
        <CaseDescription caseFile={buildCase({ status: "citizen", description: "Well done" })} />,
      );
      expect(screen.getByText("Well done")).toBeTruthy();
    },
  );

  it("is cut after 120 characters until somebody asks for more", { tags: ["C-CASE-011"] }, () => {
    const description = "a".repeat(121);
    const { container } = render(<CaseDescription caseFile={buildCase({ description })} />);
    expect(container.textContent).toBe(`${"a".repeat(120)}...Read more`);
    fireEvent.click(screen.getByRole("button", { name: "Read more" }));
    expect(container.textContent).toBe(`${description}Show less`);
    fireEvent.click(screen.getByRole("button", { name: "Show less" }));
    expect(container.textContent).toBe(`${"a".repeat(120)}...Read more`);
  });

  it("is whole on paper", () => {
    const description = "a".repeat(121);
    const { container } = render(<CaseDescription caseFile={buildCase({ description })} />);
    act(() => void window.dispatchEvent(new Event("beforeprint")));
    expect(container.textContent).toContain(description);
    act(() => void window.dispatchEvent(new Event("afterprint")));
    expect(container.textContent).not.toContain(description);
  });

  it(
    "is whole with 120 characters, emoji counted as people count them",
    { tags: ["C-CASE-011"] },
    () => {
      const description = `${"a".repeat(119)}🎉`;
      const { container } = render(<CaseDescription caseFile={buildCase({ description })} />);
      expect(container.textContent).toBe(description);
    },
  );
});
