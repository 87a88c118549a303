import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { unsavedInWindow, useUnsaved } from "#web/ui/unsaved.ts";
import { UnsavedGuard } from "./unsaved-guard.tsx";

function NamePage() {
  const [name, setName] = useState("");
  useUnsaved(name !== "");
  return (
    <>
      <input aria-label="Name" value={name} onChange={({ target }) => setName(target.value)} />
      <Link to="/invoices">Invoices</Link>
      <Link to="/" search={{ tab: "forms" }}>
        Forms
      </Link>
    </>
  );
}

function open() {
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <UnsavedGuard />
      </>
    ),
  });
  const pages = [
    createRoute({ getParentRoute: () => root, path: "/", component: NamePage }),
    createRoute({ getParentRoute: () => root, path: "/invoices", component: () => "All invoices" }),
  ];
  const router = createRouter({ routeTree: root.addChildren(pages) });
  render(<RouterProvider router={router as never} />);
}

const type = async (value: string) =>
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value } });
const go = (name: string) => fireEvent.click(screen.getByRole("link", { name }));
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));

/** Whether the browser would ask before the page is left. */
function asksBeforeReload(): boolean {
  const leaving = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

beforeEach(() => {
  window.scrollTo = () => undefined;
  history.replaceState(null, "", "/");
});
afterEach(cleanup);

it("asks before another screen takes what was typed, and stays with it", async () => {
  open();
  await type("Amara");
  go("Invoices");
  await press("Keep editing");
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Amara");
  go("Invoices");
  await press("Discard");
  expect(await screen.findByText("All invoices")).toBeTruthy();
});

it("does not ask within the same screen, nor where nothing was typed", async () => {
  open();
  await type("Amara");
  go("Forms");
  await expect.poll(() => location.search).toBe("?tab=forms");
  await type("");
  go("Invoices");
  expect(await screen.findByText("All invoices")).toBeTruthy();
});

it("lets the browser ask before a reload, also for a message that outlives its screen", async () => {
  open();
  await type("Amara");
  expect(asksBeforeReload()).toBe(true);
  await type("");
  expect(asksBeforeReload()).toBe(false);
  let letGo = () => undefined as void;
  act(() => {
    letGo = unsavedInWindow.hold();
  });
  expect(asksBeforeReload()).toBe(true);
  act(() => letGo());
  expect(asksBeforeReload()).toBe(false);
});
