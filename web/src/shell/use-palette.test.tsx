import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { Deferred } from "#web/ui/deferred.tsx";
import { fetched } from "#web/ui/fetched.tsx";
import { PaletteField } from "./palette-field.tsx";
import { usePalette } from "./use-palette.ts";

afterEach(cleanup);

type Palette = (props: { search: string }) => string;

function openPage() {
  let arrive = () => undefined as void;
  const load = vi.fn<() => Promise<Palette>>(
    () =>
      new Promise((resolve) => {
        arrive = () => resolve(({ search }) => `Searching for ${search}`);
      }),
  );
  const Palette = fetched(load);
  function Page() {
    const palette = usePalette(Palette.fetch);
    return (
      <Deferred
        needed={palette.isOpen}
        onGiveUp={() => palette.change(false)}
        fallback={<PaletteField palette={palette} />}
      >
        <Palette search={palette.search} />
      </Deferred>
    );
  }
  render(<Page />);
  return { load, arrive: () => arrive() };
}

it("takes the letters that are typed right after Ctrl+K, while the palette is on its way", async () => {
  const { load, arrive } = openPage();
  fireEvent.keyDown(document.body, { key: "Control", ctrlKey: true });
  expect(load).toHaveBeenCalledOnce();
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  const field = screen.getByRole("textbox", { name: "Jump to a case or page" });
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: "sarrouf" } });
  arrive();
  expect(await screen.findByText("Searching for sarrouf")).toBeTruthy();
});
