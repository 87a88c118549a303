import { Link } from "@tanstack/react-router";
import { FileInput, FolderPlus, Inbox, Landmark, Plus, UserPlus } from "lucide-react";
import type { ReactNode } from "react";
import type { CurrentUser } from "contract/session";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { cardLook } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import type { DashboardDialog } from "./use-dashboard-dialogs.ts";

const texts = messages.cases;
const steps = texts.firstSteps;

type EmptyDashboardProps = {
  readonly user: Pick<CurrentUser, "isAdmin" | "role">;
  readonly onOpen: (dialog: DashboardDialog) => void;
};

/** No case yet: an admin is shown the way, an accountant where invoices are, everybody else what happens next. */
export function EmptyDashboard({ user, onOpen }: EmptyDashboardProps) {
  if (!user.isAdmin && user.role === "accountant") {
    return (
      <EmptyState
        icon={Inbox}
        title={texts.none}
        description={texts.noneForOthers}
        action={
          <Button asChild>
            <Link to="/accountant-invoices">
              <Icon of={Landmark} />
              {messages.shell.links.accountantDashboard}
            </Link>
          </Button>
        }
      />
    );
  }
  if (!user.isAdmin) {
    return (
      <EmptyState
        icon={Inbox}
        title={texts.none}
        description={
          <>
            {texts.noneForOthers}
            <span className="mt-2 block">{texts.nextForOthers}</span>
          </>
        }
      />
    );
  }
  return (
    <>
      <EmptyState
        icon={Inbox}
        title={texts.none}
        description={texts.noneForAdmin}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button icon={<Icon of={Plus} />} onClick={() => onOpen({ kind: "create" })}>
              {texts.create}
            </Button>
            <Button variant="secondary" asChild>
              <Link to="/imports" search={{ import: "new" }}>
                <Icon of={FileInput} />
                {messages.shell.jump.importCases}
              </Link>
            </Button>
          </div>
        }
      />
      <section aria-label={steps.title} className="mx-auto max-w-232">
        <h2 className="mb-3 text-base font-semibold">{steps.title}</h2>
        <ol className="grid grid-cols-3 gap-4 max-md:grid-cols-1">
          <Step number={1} title={steps.create} text={steps.createText}>
            <Button
              variant="secondary"
              size="sm"
              icon={<Icon of={Plus} />}
              onClick={() => onOpen({ kind: "create" })}
            >
              {texts.create}
            </Button>
          </Step>
          <Step number={2} title={steps.invite} text={steps.inviteText}>
            <Button variant="secondary" size="sm" asChild>
              <Link to="/users">
                <Icon of={UserPlus} />
                {steps.inviteAction}
              </Link>
            </Button>
          </Step>
          <Step number={3} title={steps.samples} text={steps.samplesText}>
            <Button
              variant="secondary"
              size="sm"
              icon={<Icon of={FolderPlus} />}
              onClick={() => onOpen({ kind: "samples" })}
            >
              {texts.manageSamples}
            </Button>
          </Step>
        </ol>
      </section>
    </>
  );
}

type StepProps = {
  readonly number: number;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
};

function Step({ number, title, text, children }: StepProps) {
  return (
    <li className={`${cardLook} flex flex-col items-start gap-2 p-5`}>
      <span
        aria-hidden
        className="grid size-7 place-items-center rounded-full bg-accent-soft text-sm font-semibold text-accent tabular"
      >
        {number}
      </span>
      <h3 className="text-md font-semibold">{title}</h3>
      <p className="mb-2 text-sm text-muted">{text}</p>
      <div className="mt-auto">{children}</div>
    </li>
  );
}
