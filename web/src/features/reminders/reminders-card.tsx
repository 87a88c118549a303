import { BellRing, Pause, Play } from "lucide-react";
import { useState } from "react";
import type { CaseStatus } from "contract/case-status";
import type { CaseReminders } from "contract/reminders";
import { reminderMessages } from "#web/messages/reminders.ts";
import { Button } from "#web/ui/button.tsx";
import { SectionCard } from "#web/ui/card.tsx";
import { CollapsibleGroup } from "#web/ui/collapsible.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Skeleton, SkeletonScreen } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { PauseDialog } from "./pause-dialog.tsx";
import { RemindDialog } from "./remind-dialog.tsx";
import { isPaused, reminderSentence, sentLine } from "./reminder-sentence.ts";
import {
  type ChasedCase,
  useCaseReminders,
  useReminderSchedule,
  useSetPlan,
} from "./reminders.queries.ts";

const texts = reminderMessages.card;

type RemindersCardProps = { readonly caseFile: ChasedCase & { readonly status: CaseStatus } };

/** When the clients of a case are reminded, and what staff do about it (work/notifications.md 7.3). */
export function RemindersCard({ caseFile }: RemindersCardProps) {
  const reminders = useCaseReminders(caseFile);
  const schedule = useReminderSchedule();
  const isFailed = reminders.isError || schedule.isError;
  const readAgain = () => void Promise.all([reminders.refetch(), schedule.refetch()]);
  if (reminders.data && schedule.data)
    return <Loaded caseFile={caseFile} reminders={reminders.data} hour={schedule.data.hour} />;
  return (
    <SectionCard title={reminderMessages.title} className="mb-5">
      {isFailed ? (
        <ErrorState
          message={texts.failed}
          onRetry={readAgain}
          retrying={reminders.isFetching || schedule.isFetching}
        />
      ) : (
        <SkeletonScreen label={texts.loading}>
          <Skeleton className="h-9 w-64" />
        </SkeletonScreen>
      )}
    </SectionCard>
  );
}

type LoadedProps = RemindersCardProps & {
  readonly reminders: CaseReminders;
  readonly hour: number;
};

function Loaded({ caseFile, reminders, hour }: LoadedProps) {
  const [dialog, setDialog] = useState<"pause" | "remind" | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const setPlan = useSetPlan(caseFile, reminders);
  const { plan, sent, openCount } = reminders;
  const close = () => setDialog(null);
  const isResting = ["hold", "cancelled", "citizen"].includes(caseFile.status);
  return (
    <>
      <SectionCard
        title={reminderMessages.title}
        description={
          <span role="status">
            {reminderSentence(reminders, { status: caseFile.status, hour })}
          </span>
        }
        className="mb-5 print:hidden"
        actions={
          <>
            <Switch checked={plan.isOn} onCheckedChange={(isOn) => setPlan.mutate({ isOn })}>
              {texts.switch}
            </Switch>
            {isPaused(plan) ? (
              <Button
                variant="secondary"
                icon={<Icon of={Play} />}
                pending={setPlan.isPending}
                onClick={() => setPlan.mutate({ pausedUntil: null })}
              >
                {texts.resume}
              </Button>
            ) : (
              <Button
                variant="secondary"
                icon={<Icon of={Pause} />}
                onClick={() => setDialog("pause")}
              >
                {texts.pause}
              </Button>
            )}
            <Button
              variant="secondary"
              icon={<Icon of={BellRing} />}
              disabled={openCount === 0 || isResting}
              onClick={() => setDialog("remind")}
            >
              {texts.remindNow}
            </Button>
          </>
        }
      >
        {sent.length === 0 ? null : (
          <CollapsibleGroup title={texts.sent} open={isOpen} onOpenChange={setIsOpen}>
            <ul className="divide-y divide-line text-sm">
              {sent.map((each) => (
                <li key={each.id} className="py-2 break-words" dir="auto">
                  {sentLine(each)}
                </li>
              ))}
            </ul>
          </CollapsibleGroup>
        )}
      </SectionCard>
      {dialog === "pause" ? (
        <PauseDialog
          onClose={close}
          onPause={(pausedUntil) => setPlan.mutateAsync({ pausedUntil })}
        />
      ) : null}
      {dialog === "remind" ? (
        <RemindDialog caseFile={caseFile} recipients={reminders.recipients} onClose={close} />
      ) : null}
    </>
  );
}
