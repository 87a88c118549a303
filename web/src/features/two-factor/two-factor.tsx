import { KeyRound, LifeBuoy, type LucideIcon, Smartphone } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Factors, Passkey } from "contract/two-factor";
import { canUsePasskeys } from "#web/api/passkeys.ts";
import { formatRelativeTime } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { SectionCard } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";
import { TotpDialog } from "./totp-dialog.tsx";
import { AddPasskey, RemoveApp, RemovePasskey, RenewCodes } from "./two-factor-dialogs.tsx";
import { rereadUser, useTwoFactor } from "./two-factor.queries.ts";

const texts = messages.factors;

type Task = "addPasskey" | "addApp" | "removeApp" | "renew" | { readonly remove: Passkey };

/** The second steps of the own sign-in (security.md 4.9). */
export function TwoFactor() {
  const factors = useTwoFactor();
  const [task, setTask] = useState<Task | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = () => setTask(null);
  const finish = (made: readonly string[] | null) => {
    setTask(null);
    setCodes(made);
    // The frame of the portal changes with the user: only when the codes have been read.
    if (made === null) void rereadUser();
  };
  const leaveCodes = () => {
    setCodes(null);
    void rereadUser();
  };
  return (
    <SectionCard title={texts.title} description={texts.description} flush>
      {factors.isPending ? <SkeletonRows count={2} /> : null}
      {factors.isError ? (
        <ErrorState message={texts.failed} onRetry={() => void factors.refetch()} />
      ) : null}
      {factors.data === undefined ? null : <Rows factors={factors.data} onTask={setTask} />}
      {task === "addPasskey" ? <AddPasskey onAdded={finish} onClose={close} /> : null}
      {task === "addApp" ? <TotpDialog onAdded={finish} onClose={close} /> : null}
      {task === "removeApp" ? <RemoveApp onClose={close} /> : null}
      {task === "renew" ? <RenewCodes onMade={finish} onClose={close} /> : null}
      {typeof task === "object" && task !== null ? (
        <RemovePasskey passkey={task.remove} onClose={close} />
      ) : null}
      {codes === null ? null : <RecoveryCodesDialog codes={codes} onClose={leaveCodes} />}
    </SectionCard>
  );
}

type RowsProps = { readonly factors: Factors; readonly onTask: (task: Task) => void };

function Rows({ factors, onTask }: RowsProps) {
  const { totp, passkeys, recoveryCodesLeft, canHavePasskeys } = factors;
  const hasAny = totp !== null || passkeys.length > 0;
  return (
    <>
      <ul className="divide-y divide-line">
        <Row
          icon={KeyRound}
          title={texts.passkey.title}
          text={passkeyText(canHavePasskeys)}
          actions={
            <Button
              variant="secondary"
              size="sm"
              disabled={!canHavePasskeys || !canUsePasskeys()}
              onClick={() => onTask("addPasskey")}
            >
              {texts.passkey.add}
            </Button>
          }
        />
        {passkeys.map((passkey) => (
          <Row
            key={passkey.id}
            title={passkey.name}
            text={[
              texts.added(formatRelativeTime(passkey.addedAt)),
              passkey.lastUsedAt === null
                ? texts.neverUsed
                : texts.lastUsed(formatRelativeTime(passkey.lastUsedAt)),
            ].join(" · ")}
            actions={
              <Button
                variant="secondary"
                size="sm"
                aria-label={texts.passkey.removeName(passkey.name)}
                onClick={() => onTask({ remove: passkey })}
              >
                {texts.remove}
              </Button>
            }
          />
        ))}
        <Row
          icon={Smartphone}
          title={texts.app.title}
          text={totp === null ? texts.app.text : texts.added(formatRelativeTime(totp.addedAt))}
          actions={
            <>
              <Button variant="secondary" size="sm" onClick={() => onTask("addApp")}>
                {totp === null ? texts.app.add : texts.app.replace}
              </Button>
              {totp === null ? null : (
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={texts.app.removeApp}
                  onClick={() => onTask("removeApp")}
                >
                  {texts.remove}
                </Button>
              )}
            </>
          }
        />
        {hasAny ? (
          <Row
            icon={LifeBuoy}
            title={texts.recovery.title}
            text={texts.recovery.left(recoveryCodesLeft)}
            actions={
              <Button variant="secondary" size="sm" onClick={() => onTask("renew")}>
                {texts.recovery.renew}
              </Button>
            }
          />
        ) : null}
      </ul>
    </>
  );
}

function passkeyText(canHavePasskeys: boolean): string {
  if (!canHavePasskeys) return texts.passkey.impossible;
  return canUsePasskeys() ? texts.passkey.text : texts.passkey.unsupported;
}

type RowProps = {
  readonly icon?: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly actions: ReactNode;
};

/** Without an icon it belongs to the row above. */
function Row({ icon, title, text, actions }: RowProps) {
  return (
    <li className="flex min-h-13.5 flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <span className="grid w-5 shrink-0 place-items-center text-muted">
        {icon === undefined ? null : <Icon of={icon} size={18} />}
      </span>
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium break-words" dir="auto">
          {title}
        </p>
        <p className="text-xs text-muted">{text}</p>
      </div>
      <div className="flex flex-wrap gap-2">{actions}</div>
    </li>
  );
}
