import { sessionApi } from "contract/session";
import { call } from "#web/api/client.ts";
import { mayDiscard, unsavedInWindow } from "#web/ui/unsaved.ts";
import { forgetRecentCases } from "./recent-cases.ts";

/** Ends the session and goes to '/', also when the call fails (C:110). The fresh page forgets everything it held. */
export async function signOut(): Promise<void> {
  if (unsavedInWindow.exists() && !(await mayDiscard())) return;
  try {
    await call(sessionApi.logout);
  } catch (error) {
    // oxlint-disable-next-line no-console -- C:225: logout errors are only logged
    console.error("The sign-out call failed", error);
  }
  unsavedInWindow.giveUp();
  forgetRecentCases();
  location.assign("/");
}
