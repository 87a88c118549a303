import { FileX2, RefreshCw, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Import } from "contract/imports";
import { importMessages as texts } from "#web/messages/imports.ts";
import { usePageTitle } from "#web/shell/page-title.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Page, PageHeader } from "#web/ui/page-header.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { QueryStates } from "#web/ui/query-states.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { CheckStep } from "./check-step.tsx";
import { ColumnsStep } from "./columns-step.tsx";
import { ImportStateBadge } from "./import-state-badge.tsx";
import { backToImports, nameOf } from "./import-texts.ts";
import { useImport, useOpenImport, useRemoveImport } from "./imports.queries.ts";
import { RunStep } from "./run-step.tsx";
import { Steps, stepOf } from "./steps.tsx";

export function ImportView({ id }: { readonly id: number }) {
  const found = useImport(id);
  const shown = found.data;
  usePageTitle(shown ? nameOf(shown) : texts.title);
  useEndToasts(shown?.state);
  return (
    <Page>
      <PageHeader
        title={<span dir="auto">{shown ? nameOf(shown) : texts.title}</span>}
        {...backToImports}
        actions={shown ? <Actions shown={shown} /> : undefined}
      />
      <QueryStates of={found} texts={texts} lines={6} />
      {shown ? <Stage shown={shown} readAt={found.dataUpdatedAt} /> : null}
    </Page>
  );
}

type StageProps = { readonly shown: Import; readonly readAt: number };

function Stage({ shown, readAt }: StageProps) {
  const [isRemapping, remap] = useState(false);
  const { state, version } = shown;
  const step = isRemapping && state === "checked" ? "columns" : stepOf(shown);
  return (
    <>
      <Steps of={step} kind={shown.kind} />
      {state === "reading" ? <AtWork label={texts.reading} /> : null}
      {state === "unreadable" ? <Unreadable reason={shown.reason} /> : null}
      {state === "checking" ? <AtWork label={texts.checking} /> : null}
      {step === "columns" ? (
        <ColumnsStep key={version} shown={shown} onSaved={() => remap(false)} />
      ) : null}
      {step === "check" && state === "checked" ? (
        <CheckStep shown={shown} onColumns={() => remap(true)} />
      ) : null}
      {step === "run" ? <RunStep shown={shown} readAt={readAt} /> : null}
    </>
  );
}

function AtWork({ label }: { readonly label: string }) {
  return (
    <div role="status" className="flex flex-col gap-2">
      <ProgressBar share={null} label={label} />
      <p className="text-sm text-muted">{label}</p>
    </div>
  );
}

function Unreadable({ reason }: { readonly reason: string | null }) {
  const open = useOpenImport();
  return (
    <EmptyState
      icon={FileX2}
      title={texts.unreadable}
      description={reason}
      action={
        <Button icon={<Icon of={RefreshCw} />} onClick={() => open("new")}>
          {texts.another}
        </Button>
      }
    />
  );
}

function Actions({ shown }: { readonly shown: Import }) {
  const [isAsked, ask] = useState(false);
  const remove = useRemoveImport(shown.id);
  const mayGo = !["running", "paused", "undoing"].includes(shown.state);
  return (
    <>
      <ImportStateBadge row={shown} />
      {mayGo ? (
        <Button variant="ghost" size="sm" icon={<Icon of={Trash2} />} onClick={() => ask(true)}>
          {texts.run.remove}
        </Button>
      ) : null}
      <ConfirmDialog
        open={isAsked}
        onOpenChange={ask}
        title={texts.run.removeTitle}
        description={texts.run.removeText}
        confirmText={texts.run.remove}
        pending={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => ask(false) })}
      />
    </>
  );
}

/** Says so when what was under way has ended. */
function useEndToasts(state: Import["state"] | undefined): void {
  const before = useRef(state);
  useEffect(() => {
    if (before.current === "running" && state === "finished")
      toast({ title: texts.toasts.finished });
    if (before.current === "undoing" && state === "undone") toast({ title: texts.toasts.undone });
    before.current = state;
  }, [state]);
}
