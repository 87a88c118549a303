import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { Facts } from "./facts.tsx";

afterEach(cleanup);

it("has a dot between two facts only, for the eyes", () => {
  const { container } = render(<Facts of={["12 Nov 2026", null, "", <bdi key="x">Rima</bdi>]} />);
  expect(container.textContent).toBe("12 Nov 2026 · Rima");
  expect([...container.querySelectorAll("[aria-hidden]")].map((dot) => dot.textContent)).toEqual([
    " · ",
  ]);
});
