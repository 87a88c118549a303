/** Registration and password reset as whole pages, at their addresses. */
import { RouterProvider } from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clearCsrfToken } from "#web/api/csrf.ts";
import { forgetLastUser } from "#web/api/current-user.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { router } from "#web/router.tsx";
import { toastStore } from "#web/ui/toast-store.ts";

const signedOut = {
  "GET /api/csrf-token": { body: { csrfToken: "t" } },
  "GET /api/user": { status: 401 },
};
const INVITATION = "GET /api/invitations/abc";
const invitation = {
  email: "guest@example.com",
  firstName: "Gail",
  lastName: "Guest",
  expiresAt: "2025-11-20T21:30:00.000Z",
};
const VALIDATION = "GET /api/reset-password/abc/validate";
const SIGN_IN = { name: "Sign in to your account" };

async function open(address: string, replies: Parameters<typeof answerWith>[0]) {
  const server = answerWith({ ...signedOut, ...replies });
  window.scrollTo = () => undefined;
  render(<RouterProvider router={router} />);
  await act(() => router.navigate({ href: address }));
  return server;
}

const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const shownToast = () => toastStore.read()[0];

beforeEach(() => {
  clearCsrfToken();
  queryClient.clear();
  forgetLastUser();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe.each([
  ["/complete-registration?token=abc", { [INVITATION]: { body: invitation } }, "First Name"],
  ["/reset-password?token=abc", { [VALIDATION]: { body: { valid: true } } }, "New Password"],
])("what was typed at %s", (address, replies, label) => {
  it("is not left without a question", async () => {
    await open(address, replies);
    await screen.findByLabelText(label);
    fill(label, "Something new");
    act(() => void router.navigate({ to: "/terms" }));
    fireEvent.click(await screen.findByRole("button", { name: "Keep editing" }));
    expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe("Something new");
    act(() => void router.navigate({ to: "/terms" }));
    fireEvent.click(await screen.findByRole("button", { name: "Discard" }));
    await screen.findByRole("heading", { name: "Terms & Conditions" });
  });
});

describe("completing a registration", () => {
  it(
    "shows the invitation of the link, filled in, and what a password needs",
    { tags: ["I-REG-001..006"] },
    async () => {
      await open("/complete-registration?token=abc", { [INVITATION]: { body: invitation } });
      expect(await screen.findByText("guest@example.com")).toBeTruthy();
      expect(screen.getByText(/^This invitation expires on 21 Nov 2025/)).toBeTruthy();
      expect(screen.getByLabelText<HTMLInputElement>("First Name").value).toBe("Gail");
      expect(screen.getByLabelText<HTMLInputElement>("Last Name").value).toBe("Guest");
      const password = screen.getByLabelText<HTMLInputElement>("Password");
      expect(password.type).toBe("password");
      press("Show password");
      expect(password.type).toBe("text");
      for (const rule of ["At least 8 characters", "One uppercase letter", "One number"])
        expect(screen.getByText(rule)).toBeTruthy();
      expect(screen.getByRole("button", { name: "Complete Registration" })).toBeTruthy();
    },
  );

  it(
    "says that the account exists and goes to '/'",
    { tags: ["I-REG-007", "I-REG-011", "I-ERR-087"] },
    async () => {
      await open("/complete-registration?token=abc", {
        [INVITATION]: { body: invitation },
        "POST /api/complete-registration": { status: 201, body: { message: "Done" } },
      });
      await screen.findByText("guest@example.com");
      fill("Password", "Crossing-the-sea-7");
      press("Complete Registration");
      expect(await screen.findByRole("button", { name: "Creating Account..." })).toBeTruthy();
      expect(await screen.findByRole("heading", SIGN_IN)).toBeTruthy();
      expect(location.pathname).toBe("/");
      expect(shownToast()).toMatchObject({
        title: "Registration completed",
        description: "Your account has been created successfully. You can now log in.",
      });
    },
  );

  it("says why it failed, in the server's words or its own", { tags: ["I-ERR-071"] }, async () => {
    const refusals = [
      { status: 500, body: { message: "The mail server is away" } },
      { status: 500, body: "" },
    ];
    await open("/complete-registration?token=abc", {
      [INVITATION]: { body: invitation },
      "POST /api/complete-registration": () => refusals.shift() ?? {},
    });
    await screen.findByText("guest@example.com");
    fill("Password", "Crossing-the-sea-7");
    for (const description of ["The mail server is away", "Failed to complete registration"]) {
      press("Complete Registration");
      await vi.waitFor(() =>
        expect(shownToast()).toMatchObject({ title: "Registration failed", description }),
      );
    }
  });

  it(
    "is impossible with a link that is dead or has no token",
    { tags: ["I-REG-008..010"] },
    async () => {
      await open("/complete-registration?token=abc", { [INVITATION]: { status: 404, body: "" } });
      expect(await screen.findByRole("heading", { name: "Invalid Invitation" })).toBeTruthy();
      const dead = "This invitation is invalid, expired, or has already been used.";
      expect(screen.getByText(dead)).toBeTruthy();
      expect(screen.getByRole("link", { name: "Go to Login" }).getAttribute("href")).toBe("/");
      cleanup();
      await open("/complete-registration", {});
      const missing = "No invitation token found. Please check your invitation link.";
      expect(await screen.findByText(missing)).toBeTruthy();
    },
  );
});

describe("a forgotten password", () => {
  it("is asked for by mail", { tags: ["I-REG-012..017"] }, async () => {
    await open("/forgot-password", { "POST /api/forgot-password": { body: { message: "Sent" } } });
    expect(await screen.findByRole("link", { name: "Back to Login" })).toBeTruthy();
    fill("Email", "guest@example.com");
    press("Send Reset Link");
    expect(await screen.findByRole("heading", { name: "Check Your Email" })).toBeTruthy();
    const sent = "If an account with that email exists, we've sent you a password reset link.";
    expect(screen.getByText(sent)).toBeTruthy();
    expect(screen.getByText(/expires in 1 hour.*spam/)).toBeTruthy();
  });

  it(
    "shows the server's refusal in an alert, here and at the reset",
    { tags: ["I-REG-018"] },
    async () => {
      const message = "Too many requests. Please try again later.";
      await open("/forgot-password", {
        "POST /api/forgot-password": { status: 429, body: { message } },
      });
      await screen.findByRole("link", { name: "Back to Login" });
      fill("Email", "guest@example.com");
      press("Send Reset Link");
      expect((await screen.findByRole("alert")).textContent).toContain(message);
      cleanup();
      await open("/reset-password?token=abc", {
        [VALIDATION]: { body: { valid: true, message: null } },
        "POST /api/reset-password": { status: 400, body: { message: "Choose another password" } },
      });
      await screen.findByLabelText("New Password");
      fill("New Password", "Crossing-the-sea-7");
      fill("Confirm New Password", "Crossing-the-sea-7");
      press("Update Password");
      expect((await screen.findByRole("alert")).textContent).toContain("Choose another password");
    },
  );

  it(
    "is set anew with a good link, and three seconds later the sign-in stands there",
    { tags: ["I-REG-019", "I-REG-023..029"] },
    async () => {
      await open("/reset-password?token=abc", {
        [VALIDATION]: { body: { valid: true, message: null } },
        "POST /api/reset-password": { body: { message: "Done" } },
      });
      expect(await screen.findByText("Validating reset link...")).toBeTruthy();
      await screen.findByLabelText("New Password");
      expect(screen.getByText("At least 8 characters")).toBeTruthy();
      fill("New Password", "Crossing-the-sea-7");
      fill("Confirm New Password", "Crossing-the-sea-7");
      vi.useFakeTimers({ shouldAdvanceTime: true });
      press("Update Password");
      expect(
        await screen.findByRole("heading", { name: "Password Reset Successfully" }),
      ).toBeTruthy();
      const hint = "You will be redirected to the login page in a few seconds...";
      expect(screen.getByText(hint)).toBeTruthy();
      expect(screen.getByRole("button", { name: "Go to Login Now" })).toBeTruthy();
      act(() => void vi.advanceTimersByTime(2000));
      expect(location.pathname).toBe("/reset-password");
      act(() => void vi.advanceTimersByTime(1000));
      expect(await screen.findByRole("heading", SIGN_IN)).toBeTruthy();
      expect(location.pathname).toBe("/");
    },
  );

  it(
    "cannot be set with a dead link, which says why",
    { tags: ["I-REG-020..022", "I-REG-044"] },
    async () => {
      const fallback = "This password reset link is invalid or has expired.";
      const dead = [
        [
          { body: { valid: false, message: "This link was used yesterday." } },
          "This link was used yesterday.",
        ],
        [{ status: 500, body: "" }, fallback],
        [{ status: 401, body: "" }, fallback],
      ] as const;
      for (const [reply, reason] of dead) {
        queryClient.clear();
        await open("/reset-password?token=abc", { [VALIDATION]: reply });
        expect(await screen.findByRole("heading", { name: "Invalid Reset Link" })).toBeTruthy();
        expect(screen.getByText(reason)).toBeTruthy();
        const again = screen.getByRole("link", { name: "Request New Reset Link" });
        expect(again.getAttribute("href")).toBe("/forgot-password");
        expect(screen.getByRole("link", { name: "Back to Login" }).getAttribute("href")).toBe("/");
        cleanup();
      }
    },
  );
});

describe("the browser's tab", () => {
  it("names the page and the bureau, also of an address that leads nowhere", async () => {
    await open("/terms", {});
    await screen.findByRole("heading", { name: "Terms & Conditions" });
    expect(document.title).toBe("Terms & Conditions · Example Bureau");
    await act(() => router.navigate({ href: "/nowhere" }));
    await screen.findByRole("heading", { name: "Page Not Found" });
    expect(document.title).toBe("Page Not Found · Example Bureau");
  });
});
