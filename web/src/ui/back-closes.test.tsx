import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { closeTopmost, useBackCloses, watchBack } from "./back-closes.ts";

const back = vi.spyOn(history, "back").mockReturnValue(undefined);
const routerHears = vi.fn<() => void>();

beforeAll(() => {
  window.addEventListener("popstate", routerHears);
  watchBack();
});
afterEach(cleanup);

type LayerProps = { readonly name: string; readonly asks?: boolean; readonly children?: ReactNode };

function Layer({ name, asks = false, children }: LayerProps) {
  const [isOpen, setIsOpen] = useState(false);
  useBackCloses(isOpen, () => setIsOpen(asks));
  return isOpen ? (
    <section aria-label={name}>{children}</section>
  ) : (
    <button type="button" onClick={() => setIsOpen(true)}>
      {name}
    </button>
  );
}

/** What the browser does when somebody goes back from the second of the two entries of a page. */
function goBack(): void {
  const state = { __TSR_index: 3, isBelow: true };
  History.prototype.replaceState.call(history, state, "", "/first?search=");
  fireEvent(window, new PopStateEvent("popstate", { state }));
}

const open = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const shown = (name: string) => screen.queryByRole("region", { name }) !== null;

it("closes what lies on top and stays on the page, whose address remains as it is", () => {
  history.replaceState({ __TSR_index: 3 }, "", "/first");
  render(
    <>
      <Layer name="viewer" />
      <Layer name="chat" />
    </>,
  );
  open("viewer");
  open("chat");
  history.replaceState({ __TSR_index: 3 }, "", "/first?search=amina");
  goBack();
  expect([shown("viewer"), shown("chat")]).toEqual([true, false]);
  expect(location.search).toBe("?search=amina");
  goBack();
  expect(shown("viewer")).toBe(false);
  expect(back).not.toHaveBeenCalled();
  expect(routerHears).not.toHaveBeenCalled();
});

it("leaves the page with one press when nothing is open any more", () => {
  goBack();
  expect(back).toHaveBeenCalledOnce();
  expect(routerHears).not.toHaveBeenCalled();
});

it("lets what asks before it closes ask each time", async () => {
  render(<Layer name="form" asks />);
  open("form");
  goBack();
  await vi.waitFor(() => expect(history.state).toMatchObject({ isAbove: true }));
  goBack();
  expect(shown("form")).toBe(true);
});

it("leaves the ways between pages to the router", () => {
  fireEvent(window, new PopStateEvent("popstate", { state: { __TSR_index: 2, isBelow: true } }));
  expect(routerHears).toHaveBeenCalledOnce();
});

it("closes the topmost for a key too", () => {
  expect(closeTopmost()).toBe(false);
  render(<Layer name="dialog" />);
  open("dialog");
  expect(closeTopmost()).toBe(true);
});
