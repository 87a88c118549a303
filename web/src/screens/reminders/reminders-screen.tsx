import type { CurrentUser } from "contract/session";
import { useCurrentUser } from "#web/api/current-user.ts";
import { useReminderSchedule } from "#web/features/reminders/reminders.queries.ts";
import { reminderMessages } from "#web/messages/reminders.ts";
import { replyMessages } from "#web/messages/replies.ts";
import { AccessDenied } from "#web/shell/access-denied.tsx";
import { Page, PageHeader } from "#web/ui/page-header.tsx";
import { Notice } from "#web/ui/states.tsx";
import { type TabItem, TabPanel, Tabs } from "#web/ui/tabs.tsx";
import { useAddressChoice } from "#web/ui/use-address.ts";
import { MailRepliesPanel } from "./mail-replies-panel.tsx";
import { SchedulePanel } from "./schedule-panel.tsx";
import { UpcomingPanel } from "./upcoming-panel.tsx";

const texts = reminderMessages.screen;

const names = ["upcoming", "schedule", "replies"] as const;
type TabName = (typeof names)[number];

/** Each tab of the screen, and whom it is for. */
const tabs: readonly (TabItem<TabName> & { isFor: (user: CurrentUser) => boolean })[] = [
  { value: "upcoming", label: texts.upcoming, isFor: () => true },
  { value: "schedule", label: texts.schedule, isFor: () => true },
  { value: "replies", label: replyMessages.title, isFor: ({ isAdmin }) => isAdmin },
];

/** Which clients are reminded next, and on which days the bureau does it (work/notifications.md 7.6). */
export function RemindersScreen() {
  const user = useCurrentUser();
  return user.isAdmin || user.role === "agent" ? <Reminders user={user} /> : <AccessDenied />;
}

function Reminders({ user }: { readonly user: CurrentUser }) {
  const [asked, choose] = useAddressChoice("tab", names, "upcoming");
  const tab = asked === "replies" && !user.isAdmin ? "upcoming" : asked;
  const schedule = useReminderSchedule();
  return (
    <Page>
      <PageHeader title={reminderMessages.title} description={texts.description} backTo={null} />
      {schedule.data?.isOn === false ? <Notice className="mb-4">{texts.off}</Notice> : null}
      <Tabs
        label={texts.tabs}
        value={tab}
        onValueChange={choose}
        items={tabs.filter(({ isFor }) => isFor(user))}
      >
        <TabPanel value="upcoming">
          <UpcomingPanel />
        </TabPanel>
        <TabPanel value="schedule">
          <SchedulePanel schedule={schedule} isAdmin={user.isAdmin} />
        </TabPanel>
        {user.isAdmin ? (
          <TabPanel value="replies">
            <MailRepliesPanel />
          </TabPanel>
        ) : null}
      </Tabs>
    </Page>
  );
}
