import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Tooltip, TooltipProvider } from "./tooltip.tsx";

const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));
const isOpen = (text: string) => screen.queryByRole("tooltip", { name: text }) !== null;
const point = (name: string) =>
  fireEvent.pointerMove(screen.getByRole("button", { name }), { pointerType: "mouse" });
const close = () => fireEvent.keyDown(document, { key: "Escape" });

describe("a hint", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    render(
      <TooltipProvider>
        <Tooltip text="First hint">
          <button type="button">First</button>
        </Tooltip>
        <Tooltip text="Second hint">
          <button type="button">Second</button>
        </Tooltip>
      </TooltipProvider>,
    );
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it("opens after 700 ms", { tags: ["C-CONST-006"] }, () => {
    point("First");
    pass(699);
    expect(isOpen("First hint")).toBe(false);
    pass(1);
    expect(isOpen("First hint")).toBe(true);
  });

  it("opens at once within 300 ms after another, and not later", { tags: ["C-CONST-007"] }, () => {
    point("First");
    pass(700);
    close();
    pass(299);
    point("Second");
    pass(0);
    expect(isOpen("Second hint")).toBe(true);
    close();
    pass(300);
    point("First");
    pass(699);
    expect(isOpen("First hint")).toBe(false);
  });
});
