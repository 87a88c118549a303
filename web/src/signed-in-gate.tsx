import { Suspense, useLayoutEffect } from "react";
import { lastUser, useCurrentUserQuery } from "./api/current-user.ts";
import { FetchBoundary } from "./ui/fetch-boundary.tsx";
import { fetched } from "./ui/fetched.tsx";
import { Spinner } from "./ui/spinner.tsx";
import { ErrorState } from "./ui/states.tsx";

const Shell = fetched(async () => (await import("./shell/shell.tsx")).Shell);
const TwoFactorGate = fetched(
  async () => (await import("./shell/two-factor-gate.tsx")).TwoFactorGate,
);
const SignInAgain = fetched(
  async () => (await import("./screens/sign-in/sign-in-again.tsx")).SignInAgain,
);
const SignInScreen = fetched(
  async () => (await import("./screens/sign-in/sign-in-screen.tsx")).SignInScreen,
);

/** Fetched when it is first asked for. */
const CommandPalette = fetched(
  async () => (await import("./screens/palette/command-palette.tsx")).CommandPalette,
);

const wholePage = <Spinner className="min-h-dvh" />;
const NotificationCentre = fetched(
  async () => (await import("./screens/notifications/notification-centre.tsx")).NotificationCentre,
);

/** Signed in, the screen in its frame; signed out, the sign-in screen at the same address (D-101). */
export function SignedInGate() {
  const { data: user, isPending, isError, isFetching, refetch } = useCurrentUserQuery();
  if (isPending) return wholePage;
  if (isError && user === undefined) {
    return (
      <>
        <EndOfFirstFrame />
        <ErrorState
          className="min-h-dvh justify-center"
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </>
    );
  }
  const owner = user ?? lastUser();
  return (
    <>
      <Suspense fallback={wholePage}>
        <EndOfFirstFrame />
        {owner === null ? <SignInScreen /> : null}
        {owner === null || owner.mustAddFactor ? null : (
          <Shell user={owner} palette={CommandPalette} notificationCentre={NotificationCentre} />
        )}
        {owner?.mustAddFactor ? <TwoFactorGate /> : null}
      </Suspense>
      {/* Apart from the page, which must not be taken down while this is being fetched. */}
      <FetchBoundary onGiveUp={() => undefined}>
        <Suspense>{owner !== null && user === null ? <SignInAgain /> : null}</Suspense>
      </FetchBoundary>
    </>
  );
}

/** The shapes of the first answer (index.html) give way when something real stands in their place. */
function EndOfFirstFrame() {
  useLayoutEffect(() => document.getElementById("first-frame")?.remove(), []);
  return null;
}
