import { RotateCw, Workflow } from "lucide-react";
import type { ReactNode } from "react";
import type { WebhookLog } from "contract/automation";
import { useCurrentUser } from "#web/api/current-user.ts";
import { errorSentence } from "#web/api/error-sentence.ts";
import { formatDateTime } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { HueBadge } from "#web/ui/badge.tsx";
import { SectionCard } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { QueryStates } from "#web/ui/query-states.tsx";
import { ScrollArea } from "#web/ui/scroll-area.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { useAutomationLogs, useResendWebhook } from "./automation.queries.ts";

const texts = messages.automation;
const statusHues: Record<string, number> = { success: 155, failed: 25, retrying: 82 };
const UNKNOWN_HUE = 240;

/** What the automation service was told: everything for admins, the own cases for others (D-134). */
export function AutomationLog({ actions }: { readonly actions?: ReactNode }) {
  const { isAdmin } = useCurrentUser();
  const query = useAutomationLogs();
  const logs = query.data?.logs ?? [];
  return (
    <SectionCard
      title={texts.title}
      description={query.data ? texts.total(logs.length) : undefined}
      actions={actions}
      flush
    >
      {/* 500 pixels, then it scrolls (I:103). */}
      <ScrollArea label={texts.title} className="h-125">
        <QueryStates
          of={query}
          texts={{
            loading: texts.loading,
            failed: (
              <>
                {texts.failed}
                <span className="block text-sm text-muted">
                  {errorSentence(query.error, texts.fetchFailed)}
                </span>
              </>
            ),
          }}
          lines={5}
        />
        {query.data && logs.length === 0 ? (
          <EmptyState icon={Workflow} title={texts.none} description={texts.noneHint} />
        ) : null}
        <ol className="divide-y divide-line">
          {logs.map((log) => (
            <LogEntry key={log.id} log={log} mayResend={isAdmin} />
          ))}
        </ol>
      </ScrollArea>
    </SectionCard>
  );
}

function LogEntry({ log, mayResend }: { readonly log: WebhookLog; readonly mayResend: boolean }) {
  const resend = useResendWebhook();
  const details = [
    formatDateTime(log.createdAt),
    texts.triggeredBy(log.triggeredBy),
    log.httpStatus === null ? null : texts.httpStatus(log.httpStatus),
    log.attemptCount > 1 ? texts.attempt(log.attemptCount) : null,
  ];
  return (
    <li className="flex items-start gap-4 px-5 py-3.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          {texts.types[log.type]}
          <HueBadge hue={statusHues[log.status] ?? UNKNOWN_HUE}>
            {texts.statuses[log.status] ?? texts.unknown}
          </HueBadge>
        </p>
        {log.caseTitle === null ? null : (
          <p className="mt-0.5 truncate text-sm" dir="auto">
            {log.caseTitle}
          </p>
        )}
        {log.errorMessage === null ? null : (
          <p className="mt-0.5 text-sm break-words text-danger">{log.errorMessage}</p>
        )}
        <Facts className="mt-1 text-xs text-muted tabular" of={details} />
        {log.webhookUrl === null ? null : (
          <p className="mt-0.5 truncate text-xs text-muted">{log.webhookUrl}</p>
        )}
      </div>
      {mayResend && log.status !== "success" ? (
        <IconButton
          size="sm"
          icon={RotateCw}
          label={texts.resendLabel(log.id)}
          tooltip={false}
          pending={resend.isPending}
          onClick={() => resend.mutate(log)}
        />
      ) : null}
    </li>
  );
}
