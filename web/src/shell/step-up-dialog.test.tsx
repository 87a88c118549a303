import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { casesApi } from "contract/cases";
import { call } from "#web/api/client.ts";
import { clearCsrfToken } from "#web/api/csrf.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { StepUp } from "./step-up.tsx";

const passkey = { id: 1, name: "Key", addedAt: "2026-01-01T00:00:00Z", lastUsedAt: null };
const none = { totp: null, passkeys: [], recoveryCodesLeft: 0, isRequired: false };
const app = { addedAt: "2026-01-01T00:00:00Z" };
const lacking = { status: 403, body: { message: "Please confirm", code: "step_up_required" } };

/** Somebody with these factors deletes a case, with an old proof. */
async function askFor(factors: object, replies: Parameters<typeof answerWith>[0] = {}) {
  let isProven = false;
  const server = answerWith({
    "GET /api/csrf-token": { body: { csrfToken: "t" } },
    "GET /api/profile/factors": { body: { ...none, canHavePasskeys: true, ...factors } },
    "GET /api/profile/sessions": { body: [] },
    "DELETE /api/cases/7": () => (isProven ? { body: { message: "Done" } } : lacking),
    "POST /api/step-up/totp": () => {
      isProven = true;
      return { body: { message: "Confirmed" } };
    },
    ...replies,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <StepUp />
    </QueryClientProvider>,
  );
  const removal = call(casesApi.remove, { params: { id: 7 } });
  removal.catch(() => undefined);
  await screen.findByRole("button", { name: /^(Confirm|Use your passkey)$/ });
  return { server, removal };
}

const waysShown = () =>
  ["Use your passkey", "Code from your authenticator app", "Current password"].filter(
    (name) => screen.queryByRole("button", { name }) ?? screen.queryByLabelText(name),
  );

// The dialog is fetched when it is first asked for, which takes a busy machine its time.
beforeAll(() => import("./step-up-dialog.tsx"));
beforeEach(() => {
  clearCsrfToken();
  queryClient.clear();
});
afterEach(() => {
  fireEvent.click(screen.queryByRole("button", { name: "Cancel" }) ?? document.body);
  cleanup();
  vi.unstubAllGlobals();
});

describe("the question who is at the keyboard", () => {
  it("asks whoever has nothing else for the password", async () => {
    await askFor({});
    expect(waysShown()).toEqual(["Current password"]);
    expect(screen.queryByRole("group", { name: "Other ways" })).toBeNull();
  });

  it("begins with the strongest way and offers the others", async () => {
    vi.stubGlobal("PublicKeyCredential", class {});
    await askFor({ totp: app, passkeys: [passkey] });
    expect(waysShown()).toEqual(["Use your passkey"]);
    fireEvent.click(screen.getByRole("button", { name: "Use your password" }));
    expect(waysShown()).toEqual(["Current password"]);
    fireEvent.click(screen.getByRole("button", { name: "Use the authenticator app" }));
    expect(waysShown()).toEqual(["Code from your authenticator app"]);
  });

  it("leaves passkeys out where the browser has none", async () => {
    await askFor({ passkeys: [passkey] });
    expect(waysShown()).toEqual(["Current password"]);
  });

  it("makes the call again after a right code", async () => {
    const { server, removal } = await askFor({ totp: app });
    const code = screen.getByLabelText("Code from your authenticator app");
    fireEvent.change(code, { target: { value: "123" } });
    fireEvent.click(screen.getByRole("button", { name: "Confirm" }));
    expect(await screen.findByText("OTP must be 6 digits")).toBeTruthy();
    fireEvent.change(code, { target: { value: "123456" } });
    fireEvent.click(screen.getByRole("button", { name: "Confirm" }));
    await removal;
    expect(server.to("/api/cases/7")).toHaveLength(2);
    await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("says what was wrong and keeps the typed password", async () => {
    const message = "Current password is incorrect";
    const wrong = { message, code: "request.invalid", fields: { password: message } };
    await askFor({}, { "POST /api/step-up/password": { status: 400, body: wrong } });
    const password = screen.getByLabelText<HTMLInputElement>("Current password");
    fireEvent.change(password, { target: { value: "secret" } });
    fireEvent.click(screen.getByRole("button", { name: "Confirm" }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(password.value).toBe("secret");
  });

  it("still takes the password when the factors cannot be read", async () => {
    await askFor({}, { "GET /api/profile/factors": { status: 503, body: "busy" } });
    expect(waysShown()).toEqual(["Current password"]);
  });

  it("gives the call up with 'Cancel'", async () => {
    const { server, removal } = await askFor({});
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await expect(removal).rejects.toMatchObject({ code: "step_up_required" });
    expect(server.to("/api/cases/7")).toHaveLength(1);
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
