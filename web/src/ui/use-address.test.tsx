import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { TYPING_PAUSE_MS, useAddressChoice, useAddressSearch } from "./use-address.ts";

function List() {
  const [search, setSearch] = useAddressSearch();
  const [sort, setSort] = useAddressChoice("sort", ["name", "date"], "name");
  return (
    <>
      <input
        aria-label="Search"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <button type="button" onClick={() => setSort(sort === "name" ? "date" : "name")}>
        {sort}
      </button>
    </>
  );
}

async function show(address: string) {
  const router = createRouter({
    routeTree: createRootRoute({ component: List }),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  await router.load();
  render(<RouterProvider router={router} />);
  return router;
}

const field = () => screen.getByLabelText<HTMLInputElement>("Search");
const sort = () => screen.getByRole("button");
const settle = () => act(async () => vi.advanceTimersByTimeAsync(TYPING_PAUSE_MS));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it("begins with what the address says, as far as it is known", async () => {
  await show("/?q=amina&sort=date");
  expect([field().value, sort().textContent]).toEqual(["amina", "date"]);
  cleanup();
  await show("/?sort=colour");
  expect([field().value, sort().textContent]).toEqual(["", "name"]);
});

it("writes words after a pause and choices at once, in place, the usual ones not at all", async () => {
  const router = await show("/");
  fireEvent.change(field(), { target: { value: "am" } });
  fireEvent.change(field(), { target: { value: "amina" } });
  expect(router.state.location.search).toEqual({});
  await settle();
  expect(router.state.location.search).toEqual({ q: "amina" });
  await act(async () => void fireEvent.click(sort()));
  await settle();
  expect(router.state.location.search).toEqual({ q: "amina", sort: "date" });
  await act(async () => void fireEvent.click(sort()));
  await settle();
  expect(router.state.location.search).toEqual({ q: "amina" });
  expect(router.history.length).toBe(1);
});

it("takes the words of another address", async () => {
  const router = await show("/?q=amina");
  await act(async () => router.navigate({ to: ".", search: {} }));
  await settle();
  expect(field().value).toBe("");
});
