import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Comment } from "contract/comments";
import type { CurrentUser } from "contract/session";
import { clearCsrfToken } from "#web/api/csrf.ts";
import { currentUserQuery } from "#web/api/current-user.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { toastsOf } from "#web/feedback/test-toasts.tsx";
import { toastStore } from "#web/ui/toast-store.ts";
import { attachmentTypes } from "./attachment-check.ts";
import { useSendComment } from "./comments.queries.ts";
import { keepDraft } from "./drafts.ts";
import { MessageBox } from "./message-box.tsx";

const PATH = "/api/cases/7/comments";
const caseFile = { id: 7, caseId: "VU-2026-0007", title: "A case" };

function show(answered: Comment | null = null) {
  const server = answerWith({
    "GET /api/csrf-token": { body: { csrfToken: "t" } },
    [`POST ${PATH}`]: { status: 201, body: { id: 1 } },
  });
  render(
    <QueryClientProvider client={queryClient}>
      <MessageBox
        caseFile={caseFile}
        answered={answered}
        onAnsweredChange={() => undefined}
        box={createRef<HTMLTextAreaElement>()}
      />
    </QueryClientProvider>,
  );
  return server;
}

const box = () => screen.getByRole("textbox", { name: "Message" });
const sendButton = () => screen.getByRole<HTMLButtonElement>("button", { name: "Send message" });
const attach = (file: File) =>
  fireEvent.change(screen.getByLabelText("Attach a file", { selector: "input" }), {
    target: { files: [file] },
  });

beforeEach(() => {
  clearCsrfToken();
  queryClient.clear();
  keepDraft(7, { message: "", file: null });
  queryClient.setQueryData<CurrentUser>(currentUserQuery.queryKey, {
    id: 1,
    email: "amina@example.com",
    firstName: "Amina",
    lastName: "Rahman",
    profileImageUrl: null,
    isAdmin: false,
    role: "client",
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the message box", () => {
  it("needs a text or a file", { tags: ["C-CHAT-006"] }, () => {
    show();
    fireEvent.change(box(), { target: { value: "   " } });
    expect(sendButton().disabled).toBe(true);
    attach(new File(["x"], "stamp.pdf", { type: "application/pdf" }));
    expect(sendButton().disabled).toBe(false);
  });

  it("sends by Enter, and not by Shift and Enter", { tags: ["C-CHAT-008..009"] }, async () => {
    const server = show();
    fireEvent.change(box(), { target: { value: "Hello" } });
    const isDefaultKept = fireEvent.keyDown(box(), { key: "Enter", shiftKey: true });
    expect(isDefaultKept).toBe(true);
    fireEvent.keyDown(box(), { key: "Enter" });
    await waitFor(() => expect(server.to(PATH)).toHaveLength(1));
    expect(JSON.parse(server.to(PATH)[0]?.body ?? "")).toMatchObject({ message: "Hello" });
  });

  it("refuses a file of 10 MB", { tags: ["C-CHAT-010"] }, () => {
    show();
    attach(new File([new Uint8Array(10 * 1024 * 1024)], "film.pdf", { type: "application/pdf" }));
    expect(toastStore.read()[0]).toMatchObject({
      title: "File too large",
      description: "Please select a file smaller than 10MB",
    });
    expect(sendButton().disabled).toBe(true);
  });

  it("takes images, PDF, DOC, DOCX and TXT", { tags: ["C-CHAT-011"] }, () => {
    const others = attachmentTypes
      .split(",")
      .filter(
        (type) => ![".jpg", ".jpeg", ".png", ".gif", ".webp", ".heic", ".heif"].includes(type),
      );
    expect(others.toSorted((one, other) => one.localeCompare(other))).toEqual([
      ".doc",
      ".docx",
      ".pdf",
      ".txt",
    ]);
    for (const image of [".jpg", ".jpeg", ".png"]) expect(attachmentTypes).toContain(image);
  });

  it("cuts the message that is answered at 50 characters", { tags: ["C-CHAT-012"] }, () => {
    show({ id: 1, message: "x".repeat(51), user: null } as unknown as Comment);
    expect(screen.getByText(new RegExp(`${"x".repeat(50)}\\.\\.\\.$`))).toBeTruthy();
  });

  it("says that a message, or its attachment, was not sent", { tags: ["C-ERR-032"] }, async () => {
    const useSend = () => useSendComment(caseFile);
    const file = new File(["x"], "stamp.pdf", { type: "application/pdf" });
    const withFile = { message: "Here", parentId: null, file };
    expect((await toastsOf(useSend, withFile, { id: 1 })).failed).toEqual([
      "Error",
      "Failed to send message with attachment",
    ]);
    expect((await toastsOf(useSend, { ...withFile, file: null }, { id: 2 })).failed).toEqual([
      "Error",
      "Failed to send message",
    ]);
  });
});
