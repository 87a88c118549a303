import { getRouteApi } from "@tanstack/react-router";
import { useCurrentUser } from "#web/api/current-user.ts";
import { AutomationLog } from "#web/features/automation/automation-log.tsx";
import { ExportButton } from "#web/features/exports/export-button.tsx";
import { GeneralSettings } from "#web/features/profile/general-settings.tsx";
import { MailChoicesCard } from "#web/features/profile/mail-choices-card.tsx";
import { SecuritySettings } from "#web/features/profile/security-settings.tsx";
import { ApiTokens } from "#web/features/tokens/api-tokens.tsx";
import { TwoFactor } from "#web/features/two-factor/two-factor.tsx";
import { messages } from "#web/messages/messages.ts";
import { Page, PageHeader } from "#web/ui/page-header.tsx";
import { TabPanel, Tabs } from "#web/ui/tabs.tsx";

const texts = messages.profile;
const route = getRouteApi("/signed-in/profile");
const tabs = ["general", "security", "automation"] as const;
/** What is open to somebody who has to add a factor first. */
const ownTabs = ["general", "security"] as const;

export function ProfileScreen() {
  const { tab: wanted } = route.useSearch();
  const navigate = route.useNavigate();
  const { isAdmin, mustAddFactor = false } = useCurrentUser();
  const shown = mustAddFactor ? ownTabs : tabs;
  const tab = shown.find((known) => known === wanted) ?? "general";
  return (
    <Page width="narrow">
      <PageHeader title={texts.title} backTo={mustAddFactor ? null : "/"} />
      <Tabs
        label={texts.tabs.label}
        value={tab}
        onValueChange={(value) =>
          void navigate({
            search: { tab: value === "general" ? undefined : value },
            replace: true,
            resetScroll: false,
          })
        }
        items={shown.map((value) => ({ value, label: texts.tabs[value] }))}
      >
        <TabPanel value="general">
          <div className="flex flex-col gap-6">
            <GeneralSettings />
            {mustAddFactor ? null : <MailChoicesCard />}
          </div>
        </TabPanel>
        <TabPanel value="security">
          <SecuritySettings>
            <TwoFactor />
            <ApiTokens />
          </SecuritySettings>
        </TabPanel>
        <TabPanel value="automation">
          <AutomationLog
            actions={
              isAdmin ? <ExportButton list="webhook-logs" query={{}} look="small" /> : undefined
            }
          />
        </TabPanel>
      </Tabs>
    </Page>
  );
}
