import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TouchHint } from "./touch-hint.tsx";

const remove = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers();
  remove.mockClear();
  render(
    <>
      <button type="button" aria-label="Delete passport.pdf" onClick={remove}>
        x
      </button>
      <p title="A very long name of a file.pdf">A very long …</p>
      <TouchHint />
    </>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const touch = { pointerType: "touch", clientX: 100, clientY: 100 };
const hint = () => screen.queryByRole("tooltip")?.textContent;

function hold(element: Element, milliseconds: number) {
  fireEvent.pointerDown(element, touch);
  act(() => void vi.advanceTimersByTime(milliseconds));
}

describe("under a finger that holds", () => {
  it("a cut text shows itself whole, until the next touch", () => {
    const text = screen.getByText("A very long …");
    hold(text, 500);
    expect(hint()).toBe("A very long name of a file.pdf");
    fireEvent.pointerUp(text, touch);
    expect(hint()).toBe("A very long name of a file.pdf");
    fireEvent.pointerDown(document.body, touch);
    expect(hint()).toBeUndefined();
  });

  it("an icon says its name and does nothing else", () => {
    const button = screen.getByRole("button");
    hold(button, 500);
    expect(hint()).toBe("Delete passport.pdf");
    fireEvent.pointerUp(button, touch);
    fireEvent.click(button);
    expect(remove).not.toHaveBeenCalled();
  });
});

it("a tap, a scroll and a mouse are none of its business", () => {
  const button = screen.getByRole("button");
  hold(button, 200);
  fireEvent.pointerUp(button, touch);
  fireEvent.click(button);
  expect(remove).toHaveBeenCalledOnce();

  hold(button, 200);
  fireEvent.pointerMove(button, { ...touch, clientY: 140 });
  act(() => void vi.advanceTimersByTime(500));
  expect(hint()).toBeUndefined();

  fireEvent.pointerDown(button, { ...touch, pointerType: "mouse" });
  act(() => void vi.advanceTimersByTime(500));
  expect(hint()).toBeUndefined();
});
