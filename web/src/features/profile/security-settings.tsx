import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCurrentUser } from "#web/api/current-user.ts";
import { useHasTokens } from "#web/api/own-tokens.ts";
import { formatRelativeTime } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { StageBadge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { SectionCard } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import {
  useEndSession,
  useForgetDevice,
  useSessions,
  useTrustedDevices,
} from "./profile.queries.ts";

const texts = messages.profile.security;
const CURRENT_HUE = 155;

/** `children`: how one signs in, between the account and where one is signed in. */
export function SecuritySettings({ children }: { readonly children: ReactNode }) {
  const user = useCurrentUser();
  const hasTokens = useHasTokens();
  return (
    <div className="flex flex-col gap-6">
      <SectionCard title={texts.title}>
        <dl className="grid grid-cols-2 gap-5 max-md:grid-cols-1">
          <Fact label={texts.email}>{user.email}</Fact>
          <Fact label={texts.accountType}>{user.isAdmin ? texts.administrator : texts.client}</Fact>
        </dl>
        <div className="mt-6 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
          <div>
            <p className="text-sm font-medium">{texts.password}</p>
            <p className="text-xs text-muted">
              {texts.passwordText}
              {hasTokens ? ` ${messages.profile.tokensEndToo}` : null}
            </p>
          </div>
          <Button variant="secondary" asChild>
            <Link to="/forgot-password">{texts.resetPassword}</Link>
          </Button>
        </div>
      </SectionCard>
      {children}
      <Sessions />
      <Devices />
    </div>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="mt-0.5 text-base break-words">{children}</dd>
    </div>
  );
}

function Sessions() {
  const sessions = useSessions();
  const end = useEndSession();
  return (
    <SectionCard title={texts.sessions} flush>
      {sessions.isPending ? <SkeletonRows count={2} /> : null}
      {sessions.isError ? (
        <ErrorState message={texts.sessionsFailed} onRetry={() => void sessions.refetch()} />
      ) : null}
      <ul className="divide-y divide-line">
        {(sessions.data ?? []).map((session) => {
          const device = session.deviceName ?? texts.unknownDevice;
          return (
            <BrowserLine
              key={session.id}
              device={device}
              isCurrent={session.isCurrent}
              details={[texts.lastSeen(formatRelativeTime(session.lastSeenAt)), session.ipAddress]}
              action={
                session.isCurrent ? null : (
                  <Button
                    variant="secondary"
                    size="sm"
                    aria-label={texts.signOutOf(device)}
                    pending={end.isPending && end.variables.id === session.id}
                    onClick={() => end.mutate(session)}
                  >
                    {texts.signOut}
                  </Button>
                )
              }
            />
          );
        })}
      </ul>
    </SectionCard>
  );
}

function Devices() {
  const devices = useTrustedDevices();
  const forget = useForgetDevice();
  return (
    <SectionCard title={texts.devices} description={texts.devicesText} flush>
      {devices.isPending ? <SkeletonRows count={2} /> : null}
      {devices.isError ? (
        <ErrorState message={texts.devicesFailed} onRetry={() => void devices.refetch()} />
      ) : null}
      {devices.data?.length === 0 ? (
        <p className="px-5 py-6 text-center text-sm text-muted">{texts.noDevices}</p>
      ) : null}
      <ul className="divide-y divide-line">
        {(devices.data ?? []).map((device) => {
          const name = device.deviceName ?? texts.unknownDevice;
          return (
            <BrowserLine
              key={device.id}
              device={name}
              isCurrent={device.isCurrent}
              details={[texts.lastUsed(formatRelativeTime(device.lastUsed)), device.ipAddress]}
              action={
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={texts.forgetDevice(name)}
                  pending={forget.isPending && forget.variables.id === device.id}
                  onClick={() => forget.mutate(device)}
                >
                  {texts.forget}
                </Button>
              }
            />
          );
        })}
      </ul>
    </SectionCard>
  );
}

type BrowserLineProps = {
  readonly device: string;
  readonly isCurrent: boolean;
  readonly details: readonly (string | null)[];
  readonly action: ReactNode;
};

function BrowserLine({ device, isCurrent, details, action }: BrowserLineProps) {
  return (
    <li className="flex min-h-13.5 items-center gap-4 px-5 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          {device}
          {isCurrent ? <StageBadge hue={CURRENT_HUE}>{texts.thisBrowser}</StageBadge> : null}
        </p>
        <Facts className="text-xs text-muted" of={details} />
      </div>
      {action}
    </li>
  );
}
