import { cleanup, act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Dialog } from "./dialog.tsx";
import {
  closeToast,
  toast,
  TOAST_DURATION_MS,
  TOAST_REMOVE_DELAY_MS,
  toastStore,
} from "./toast-store.ts";
import { Toaster } from "./toaster.tsx";

const titles = () => toastStore.read().map((each) => each.title);

describe("toasts", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    cleanup();
    vi.runAllTimers();
    vi.useRealTimers();
  });

  it("show one at a time: a new one takes the place of the old", { tags: ["C-CONST-001"] }, () => {
    toast({ title: "First" });
    toast({ title: "Second" });
    expect(titles()).toEqual(["Second"]);
  });

  it("close, and are forgotten after 1000000 ms", { tags: ["C-CONST-002"] }, () => {
    toast({ title: "Closing" });
    const [shown] = toastStore.read();
    closeToast(shown?.id ?? 0);
    expect(toastStore.read()).toMatchObject([{ title: "Closing", open: false }]);
    vi.advanceTimersByTime(TOAST_REMOVE_DELAY_MS - 1);
    expect(titles()).toEqual(["Closing"]);
    vi.advanceTimersByTime(1);
    expect(titles()).toEqual([]);
    expect(TOAST_REMOVE_DELAY_MS).toBe(1_000_000);
  });

  it("leave Escape to the dialog below them: one press closes it", () => {
    const onOpenChange = vi.fn<(open: boolean) => void>();
    render(
      <>
        <Dialog open onOpenChange={onOpenChange} title="Rename document">
          <input aria-label="Document name" />
        </Dialog>
        <Toaster />
      </>,
    );
    act(() => toast({ title: "Error", variant: "destructive" }));
    fireEvent.keyDown(screen.getByLabelText("Document name"), { key: "Escape" });
    expect(onOpenChange.mock.calls).toEqual([[false]]);
    expect(toastStore.read()).toMatchObject([{ open: true }]);
  });

  it("stay for 5000 ms", { tags: ["C-CONST-003"] }, () => {
    render(<Toaster />);
    act(() => toast({ title: "Saved", description: "It is done." }));
    act(() => void vi.advanceTimersByTime(TOAST_DURATION_MS - 1));
    expect(toastStore.read()).toMatchObject([{ open: true }]);
    act(() => void vi.advanceTimersByTime(1));
    expect(toastStore.read()).toMatchObject([{ open: false }]);
    expect(TOAST_DURATION_MS).toBe(5000);
  });

  it("are reached with F8", { tags: ["C-CONST-005"] }, () => {
    render(<Toaster />);
    act(() => toast({ title: "Saved" }));
    fireEvent.keyDown(document, { code: "F8", key: "F8" });
    expect(document.activeElement).toBe(screen.getByRole("list"));
  });
});
