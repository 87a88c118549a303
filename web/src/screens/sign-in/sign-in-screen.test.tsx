import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clearCsrfToken } from "#web/api/csrf.ts";
import { deviceHash } from "#web/api/device-hash.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { toastStore } from "#web/ui/toast-store.ts";
import { SignInScreen } from "./sign-in-screen.tsx";

const token = { "GET /api/csrf-token": { body: { csrfToken: "t" } } };
const codeNeeded = {
  "POST /api/login": { body: { requiresOtp: true, deviceName: "Chrome on Linux" } },
};
const user = {
  id: 1,
  email: "amina@example.com",
  firstName: "Amina",
  lastName: "Rahman",
  profileImageUrl: null,
  isAdmin: true,
  role: "admin",
};

async function showSignIn(): Promise<void> {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <SignInScreen /> }),
    history: createMemoryHistory({ initialEntries: ["/case/VU-2026-0001"] }),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await screen.findByRole("heading", { name: "Sign in to your account" });
}

function signIn(email = "Amina@Example.com", password = "secret"): void {
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: email } });
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: password } });
  fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
}

async function reachVerification(): Promise<void> {
  await showSignIn();
  signIn();
  await screen.findByRole("heading", { name: "Verify Your Device" });
}

const lastToast = () => toastStore.read()[0];

beforeEach(() => {
  clearCsrfToken();
  queryClient.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("signing in", () => {
  it(
    "says what is wrong with both fields before asking the server",
    { tags: ["C-SIGN-008..009"] },
    async () => {
      const server = answerWith({});
      await showSignIn();
      signIn("amina@", "");
      expect(await screen.findByText("Invalid email address")).toBeTruthy();
      expect(screen.getByText("Password is required")).toBeTruthy();
      expect(server.received).toEqual([]);
    },
  );

  it("says where the code is when no mail server brings it", async () => {
    const outbox = "/srv/portal/data/outbox";
    const answer = (terminal: boolean) => ({
      "POST /api/login": {
        body: { requiresOtp: true, deviceName: null, codeIn: { outbox, terminal } },
      },
    });
    answerWith({ ...token, ...answer(false) });
    await reachVerification();
    const sentence =
      "This portal has no mail server: the code is in /srv/portal/data/outbox and in the log.";
    expect(screen.getByText(sentence)).toBeTruthy();
    cleanup();
    answerWith({ ...token, ...answer(true) });
    await reachVerification();
    const demo = "This is the demonstration: the code is printed in its terminal.";
    expect(screen.getByText(demo)).toBeTruthy();
  });

  it("says how the first account is made while there is none", async () => {
    answerWith({});
    const mark = document.createElement("meta");
    mark.name = "first-day";
    mark.content = "true";
    document.head.append(mark);
    await showSignIn();
    screen.getByText("npm run admin:invite -- mail@example.com");
    mark.remove();
    cleanup();
    await showSignIn();
    expect(screen.queryByText(/no accounts yet/)).toBeNull();
  });

  it(
    "names this device and asks for the code when the server wants one",
    { tags: ["C-SIGN-010..011", "C-SIGN-013"] },
    async () => {
      const server = answerWith({ ...token, ...codeNeeded });
      await reachVerification();
      const [asked] = server.to("/api/login");
      expect(asked?.headers.get("x-device-hash")).toBe(deviceHash());
      expect(JSON.parse(asked?.body ?? "")).toEqual({
        email: "amina@example.com",
        password: "secret",
      });
      expect(screen.getByText("amina@example.com")).toBeTruthy();
      expect(screen.getByText("Chrome on Linux")).toBeTruthy();
      expect(lastToast()?.title).toBe("Verification Required");
    },
  );

  it("reloads the page when no code is needed", { tags: ["C-SIGN-014"] }, async () => {
    answerWith({ ...token, "POST /api/login": { body: { requiresOtp: false, deviceName: null } } });
    const reload = vi.spyOn(location, "reload").mockReturnValue();
    await showSignIn();
    signIn();
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  it("shows the server's sentence when it refuses", { tags: ["C-ERR-001..002"] }, async () => {
    answerWith({
      ...token,
      "POST /api/login": {
        status: 401,
        body: { message: "Invalid email or password", code: "session.credentials" },
      },
    });
    await showSignIn();
    signIn();
    await vi.waitFor(() =>
      expect(lastToast()).toMatchObject({
        title: "Login failed",
        description: "Invalid email or password",
        variant: "destructive",
      }),
    );
  });
});

describe("verifying a device", () => {
  it("calls an unknown device 'Unknown Device'", { tags: ["C-DEV-005"] }, async () => {
    answerWith({ ...token, "POST /api/login": { body: { requiresOtp: true, deviceName: null } } });
    await reachVerification();
    expect(screen.getByText("Unknown Device")).toBeTruthy();
  });

  it("wants six digits", { tags: ["C-DEV-008"] }, async () => {
    const server = answerWith({ ...token, ...codeNeeded });
    await reachVerification();
    fireEvent.change(screen.getByLabelText("Verification code"), { target: { value: "12345" } });
    fireEvent.click(screen.getByRole("button", { name: "Verify Code" }));
    expect(await screen.findByText("OTP must be 6 digits")).toBeTruthy();
    expect(server.to("/api/verify-otp")).toEqual([]);
  });

  it(
    "sends the code, welcomes the person and leaves the screen",
    { tags: ["C-DEV-023..024", "D-094"] },
    async () => {
      const server = answerWith({
        ...token,
        ...codeNeeded,
        "POST /api/verify-otp": { body: { message: "Welcome", user } },
        "GET /api/user": { body: user },
      });
      await reachVerification();
      fireEvent.change(screen.getByLabelText("Verification code"), { target: { value: "123456" } });
      fireEvent.click(screen.getByRole("button", { name: "Verify Code" }));
      await screen.findByRole("heading", { name: "Sign in to your account" });
      expect(JSON.parse(server.to("/api/verify-otp")[0]?.body ?? "")).toEqual({
        otp: "123456",
        email: "amina@example.com",
        deviceHash: deviceHash(),
      });
      expect(lastToast()).toMatchObject({
        title: "Verification successful",
        description: "Welcome to your portal!",
      });
      expect(queryClient.getQueryData(["/api/user"])).toEqual(user);
    },
  );

  it("goes back to the form and forgets the code", { tags: ["C-DEV-022"] }, async () => {
    answerWith({ ...token, ...codeNeeded });
    await reachVerification();
    fireEvent.change(screen.getByLabelText("Verification code"), { target: { value: "12" } });
    fireEvent.click(screen.getByRole("button", { name: "Back to Login" }));
    signIn();
    await screen.findByRole("heading", { name: "Verify Your Device" });
    expect(screen.getByLabelText<HTMLInputElement>("Verification code").value).toBe("");
  });

  it(
    "counts 60 seconds down before another code can be asked for",
    { tags: ["C-DEV-015", "C-DEV-017..020"] },
    async () => {
      const server = answerWith({
        ...token,
        ...codeNeeded,
        "POST /api/resend-otp": { body: { message: "sent" } },
      });
      vi.useFakeTimers({ shouldAdvanceTime: true });
      await reachVerification();
      const button = screen.getByRole<HTMLButtonElement>("button", { name: /^Resend/ });
      expect(button.textContent).toBe("Resend in 60s");
      expect(button.disabled).toBe(true);
      await act(() => vi.advanceTimersByTimeAsync(30_000));
      expect(button.textContent).toMatch(/^Resend in (30|29)s$/);
      await act(() => vi.advanceTimersByTimeAsync(31_000));
      expect(button.textContent).toBe("Resend Code");
      fireEvent.click(button);
      await vi.waitFor(() => expect(button.textContent).toMatch(/^Resend in (60|59)s$/));
      expect(JSON.parse(server.to("/api/resend-otp")[0]?.body ?? "")).toEqual({
        email: "amina@example.com",
        deviceHash: deviceHash(),
      });
      expect(lastToast()).toMatchObject({
        title: "Code resent",
        description: "A new verification code has been sent to your email.",
      });
    },
  );
});
