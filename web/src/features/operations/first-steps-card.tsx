/** What a new bureau has still to do: facts the portal knows, and the one that only the admin can tick (W-RUN-009). */
import { Link } from "@tanstack/react-router";
import { Circle, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import type { FirstStep } from "contract/operations";
import { firstStepsMessages as texts } from "#web/messages/first-steps.ts";
import { Button } from "#web/ui/button.tsx";
import { SectionCard } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { classes } from "#web/ui/classes.ts";
import { HeadingCount } from "#web/ui/heading-count.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useStoredChoice } from "#web/ui/use-stored-choice.ts";
import { useFirstSteps, useSendTestMail } from "./operations.queries.ts";

const { keys } = texts;
/** The keys come before the backup that needs them. */
const order = ["bureau", "mail", "keys", "backup", "colleague", "cases"] as const;
type StepKey = (typeof order)[number];
const places = {
  bureau: { to: "/bureau" },
  colleague: { to: "/users" },
  cases: { to: "/imports", search: { import: "new" } },
} as const;

export function FirstStepsCard() {
  const [kept, keep] = useStoredChoice("firstSteps", ["open", "keysCopied", "dismissed"], "open");
  const steps = useFirstSteps(kept !== "dismissed").data?.steps;
  if (kept === "dismissed" || steps === undefined) return null;
  const hasKeys = kept === "keysCopied";
  const isDone = (key: StepKey) => (key === "keys" ? hasKeys : isTicked(steps, key));
  const doneCount = order.filter(isDone).length;
  if (doneCount === order.length) return null;
  const changeKeys = (isCopied: boolean) => keep(isCopied ? "keysCopied" : "open");
  return (
    <SectionCard
      flush
      className="mb-6"
      title={
        <>
          {texts.title} <HeadingCount>{texts.progress(doneCount, order.length)}</HeadingCount>
        </>
      }
      actions={
        <Button variant="ghost" size="sm" onClick={() => keep("dismissed")}>
          {texts.dismiss}
        </Button>
      }
    >
      <ol>
        {order.map((key) => (
          <Step key={key} name={key} isDone={isDone(key)}>
            {key === "keys" ? (
              <Checkbox checked={hasKeys} onCheckedChange={changeKeys}>
                {keys.action}
              </Checkbox>
            ) : (
              <StepAction name={key} isDone={isDone(key)} />
            )}
          </Step>
        ))}
      </ol>
    </SectionCard>
  );
}

function isTicked(steps: readonly FirstStep[], key: StepKey): boolean {
  return steps.some((step) => step.key === key && step.done);
}

type StepProps = {
  readonly name: StepKey;
  readonly isDone: boolean;
  readonly children: ReactNode;
};

function Step({ name, isDone, children }: StepProps) {
  const { title, text } = texts[name];
  return (
    <li className="flex items-center gap-3 border-b border-line px-5 py-3 last:border-b-0">
      <Icon
        of={isDone ? CircleCheck : Circle}
        size={18}
        className={isDone ? "text-ok" : "text-muted"}
      />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-48 flex-1">
          <h3 className={classes("text-sm font-medium", isDone && "text-muted")}>
            <span className="sr-only">{isDone ? texts.isDone : texts.isOpen} </span>
            {title}
          </h3>
          {isDone ? null : <p className="text-sm text-muted">{text}</p>}
        </div>
        {children}
      </div>
    </li>
  );
}

/** What is done needs no button any more. */
function StepAction({ name, isDone }: Omit<StepProps, "children">) {
  const send = useSendTestMail();
  if (isDone || name === "keys") return null;
  if (name === "backup") return <code className="text-xs break-words">{texts.backup.command}</code>;
  if (name === "mail")
    return (
      <Button
        variant="secondary"
        size="sm"
        pending={send.isPending}
        pendingText={texts.mail.pending}
        onClick={() => send.mutate()}
      >
        {texts.mail.action}
      </Button>
    );
  return (
    <Button variant="secondary" size="sm" asChild>
      <Link {...places[name]}>{texts[name].action}</Link>
    </Button>
  );
}
