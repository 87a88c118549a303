import { Suspense, useEffect, useState } from "react";
import { currentUserQuery } from "#web/api/current-user.ts";
import { queryClient } from "#web/api/query.ts";
import { isDemo } from "#web/shell/bureau.ts";
import { SignedOutFrame } from "#web/shell/signed-out-frame.tsx";
import { fetched } from "#web/ui/fetched.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import type { PendingSignIn } from "./verification-form.tsx";

/** Fetched while the password is being typed, so that the first form is there sooner. */
const VerificationForm = fetched(
  async () => (await import("./verification-form.tsx")).VerificationForm,
);

/** Only staff with a passkey or an app ever see it; families need not wait for it. */
const TwoFactorForm = fetched(async () => (await import("./two-factor-form.tsx")).TwoFactorForm);

const DemoPeople = fetched(async () => (await import("./demo-people.tsx")).DemoPeople);

type SignInScreenProps = {
  /** Why the screen is shown, when the person did not come to sign in. */
  readonly notice?: string;
  /** Signing in again over a page that must keep its state; without it the portal starts anew. */
  readonly onResumed?: (user: { readonly id: number }) => void;
};

/** E-mail and password, then the code when the device is unknown (C:22 to C:26). A reload starts over (D-175). */
export function SignInScreen({ notice, onResumed }: SignInScreenProps) {
  const [pending, setPending] = useState<PendingSignIn | null>(null);
  useEffect(() => VerificationForm.fetch(), []);

  const enterDirectly = async () => {
    if (onResumed !== undefined) return enterWithoutReload();
    await queryClient.invalidateQueries({
      queryKey: currentUserQuery.queryKey,
      refetchType: "none",
    });
    location.reload();
  };
  // After a code the page must not reload: the welcome would be lost (D-094).
  const enterWithoutReload = async () => {
    const user = await queryClient.fetchQuery({ ...currentUserQuery, staleTime: 0 });
    setPending(null);
    if (user !== null) onResumed?.(user);
  };

  const Verification = pending?.factors === undefined ? VerificationForm : TwoFactorForm;
  return (
    <SignedOutFrame>
      <Suspense>
        {pending === null ? (
          <>
            <SignInForm notice={notice} onCodeNeeded={setPending} onSignedIn={enterDirectly} />
            {isDemo() ? <DemoPeople onCodeNeeded={setPending} onSignedIn={enterDirectly} /> : null}
          </>
        ) : (
          <Verification
            pending={pending}
            onBack={() => setPending(null)}
            onVerified={enterWithoutReload}
          />
        )}
      </Suspense>
    </SignedOutFrame>
  );
}
