import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { DiscardQuestion } from "./discard-question.tsx";
import { TabPanel, Tabs } from "./tabs.tsx";
import { unsavedOnPage, useUnsaved } from "./unsaved.ts";

afterEach(cleanup);

function TitleDialog() {
  const [isOpen, setIsOpen] = useState(true);
  const [title, setTitle] = useState("");
  const close = () => setIsOpen(false);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setIsOpen}
      title="Create New Case"
      unsaved={title !== ""}
      footer={<Button onClick={close}>Cancel</Button>}
    >
      <input aria-label="Title" value={title} onChange={({ target }) => setTitle(target.value)} />
    </Dialog>
  );
}

function NameField() {
  const [name, setName] = useState("");
  useUnsaved(name !== "");
  return <input aria-label="Name" value={name} onChange={({ target }) => setName(target.value)} />;
}

function TwoTabs() {
  const [tab, setTab] = useState<"forms" | "applicants">("applicants");
  return (
    <Tabs
      label="Sections"
      value={tab}
      onValueChange={setTab}
      items={[
        { value: "forms", label: "Forms" },
        { value: "applicants", label: "Applicants" },
      ]}
    >
      <TabPanel value="forms">Two forms</TabPanel>
      <TabPanel value="applicants">
        <NameField />
      </TabPanel>
    </Tabs>
  );
}

const openDialog = () =>
  render(
    <>
      <TitleDialog />
      <DiscardQuestion />
    </>,
  );
const dialog = () => screen.queryByText("Create New Case");
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const escape = () => fireEvent.keyDown(document.activeElement ?? document, { key: "Escape" });
const look = (name: RegExp) =>
  fireEvent.mouseDown(screen.getByRole("tab", { name }), { button: 0 });

it("asks before Escape closes a dialog in which something was typed", async () => {
  openDialog();
  type("Title", "Amara Okafor");
  expect(unsavedOnPage.exists()).toBe(true);
  escape();
  expect(await screen.findByText("Discard changes?")).toBeTruthy();
  press("Keep editing");
  expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Amara Okafor");
  escape();
  await screen.findByText("Discard changes?");
  press("Discard");
  await expect.poll(dialog).toBeNull();
  expect(unsavedOnPage.exists()).toBe(false);
});

it("closes a dialog at once in which nothing was typed, and by Cancel always", async () => {
  openDialog();
  escape();
  await expect.poll(dialog).toBeNull();
  cleanup();
  openDialog();
  type("Title", "Amara Okafor");
  press("Cancel");
  await expect.poll(dialog).toBeNull();
  expect(screen.queryByText("Discard changes?")).toBeNull();
});

it("keeps what was typed into a tab while another one is looked at, and marks the tab", () => {
  render(<TwoTabs />);
  type("Name", "Amara");
  expect(screen.getByRole("tab", { name: "Applicants not saved" })).toBeTruthy();
  look(/Forms/);
  expect(screen.getByText("Two forms")).toBeTruthy();
  look(/Applicants/);
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Amara");
  type("Name", "");
  look(/Forms/);
  expect(screen.queryByLabelText("Name")).toBeNull();
});
