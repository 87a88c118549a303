import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Dialog } from "./dialog.tsx";

afterEach(cleanup);

function Opener() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Edit
      </button>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title="Edit case">
        <input aria-label="Title" />
      </Dialog>
    </>
  );
}

describe("a dialog", () => {
  it("starts in its first field and gives the focus back to what opened it", async () => {
    render(<Opener />);
    const opener = screen.getByRole("button", { name: "Edit" });
    opener.focus();
    fireEvent.click(opener);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Title")));
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  it("gives the focus to the button of the same name when the list behind was drawn anew", async () => {
    const list = (version: number, isOpen: boolean) => (
      <>
        <button key={version} type="button" aria-label="Edit Haddad Family" />
        <button type="button" aria-label="Edit Karam Family" />
        <Dialog open={isOpen} onOpenChange={() => undefined} title="Edit case">
          <input aria-label="Title" />
        </Dialog>
      </>
    );
    const { rerender } = render(list(1, false));
    const opener = screen.getByRole("button", { name: "Edit Haddad Family" });
    opener.focus();
    rerender(list(1, true));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Title")));
    rerender(list(2, true));
    rerender(list(2, false));
    const redrawn = await screen.findByRole("button", { name: "Edit Haddad Family" });
    expect(redrawn).not.toBe(opener);
    await waitFor(() => expect(document.activeElement).toBe(redrawn));
  });

  it("does not give the focus to a namesake's button when its own has been deleted", async () => {
    const list = (people: number[], isOpen: boolean) => (
      <main id="main" tabIndex={-1}>
        {people.map((id) => (
          <button key={id} type="button" aria-label="Delete Layla Haddad" />
        ))}
        <Dialog open={isOpen} onOpenChange={() => undefined} title="Delete Layla Haddad?">
          <input aria-label="Reason" />
        </Dialog>
      </main>
    );
    const { rerender } = render(list([1, 2], false));
    screen.getAllByRole("button")[0]?.focus();
    rerender(list([1, 2], true));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Reason")));
    rerender(list([2], false));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
  });

  it("goes on from the beginning of the page when what it has deleted is taken away a moment later", async () => {
    const list = (people: number[], isOpen: boolean) => (
      <main id="main" tabIndex={-1}>
        {people.map((id) => (
          <button key={id} type="button" aria-label="Delete Layla Haddad" />
        ))}
        <Dialog open={isOpen} onOpenChange={() => undefined} title="Delete Layla Haddad?">
          <input aria-label="Reason" />
        </Dialog>
      </main>
    );
    const { rerender } = render(list([1], false));
    const opener = screen.getByRole("button", { name: "Delete Layla Haddad" });
    opener.focus();
    rerender(list([1], true));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Reason")));
    rerender(list([1], false));
    await waitFor(() => expect(document.activeElement).toBe(opener));
    rerender(list([], false));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
  });

  it("keeps its form to itself when it lies inside another form", () => {
    const outer = vi.fn<() => void>();
    const inner = vi.fn<() => void>();
    render(
      <form onSubmit={outer}>
        <Dialog
          open
          onOpenChange={() => undefined}
          title="Inner"
          onSubmit={(event) => {
            event.preventDefault();
            inner();
          }}
          footer={<button type="submit">Save</button>}
        >
          <p>Body</p>
        </Dialog>
      </form>,
    );
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(inner).toHaveBeenCalledTimes(1);
    expect(outer).not.toHaveBeenCalled();
  });
});
