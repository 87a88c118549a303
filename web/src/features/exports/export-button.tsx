import { Download } from "lucide-react";
import { type ComponentProps, Suspense, useState } from "react";
import { useCurrentUser } from "#web/api/current-user.ts";
import { exportMessages as texts } from "#web/messages/exports.ts";
import { Button } from "#web/ui/button.tsx";
import { FetchBoundary } from "#web/ui/fetch-boundary.tsx";
import { fetched } from "#web/ui/fetched.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PlainIconButton } from "#web/ui/plain-icon-button.tsx";
import type { ExportedList } from "./exported-list.ts";

const ExportMenu = fetched(async () => (await import("./export-menu.tsx")).ExportMenu);

type ExportButtonProps = ExportedList & {
  /** An icon where a toolbar is full, small in a bar. */
  readonly look?: "button" | "icon" | "small";
};

/** 'Export': what the list holds, all of it, as a file. Its menu is fetched when the pointer or the focus comes near. */
export function ExportButton({ look = "button", ...exported }: ExportButtonProps) {
  const [wasPressed, setWasPressed] = useState(false);
  const press = {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: ExportMenu.fetch,
    onFocus: ExportMenu.fetch,
    onClick: () => setWasPressed(true),
  } as const;
  const closed = triggerOf(look, press);
  if (!wasPressed) return closed;
  return (
    <FetchBoundary fallback={closed} onGiveUp={() => setWasPressed(false)}>
      <Suspense fallback={closed}>
        <ExportMenu {...exported} triggerOf={(more) => triggerOf(look, more)} />
      </Suspense>
    </FetchBoundary>
  );
}

/** Of a conversation, for staff. */
export function MessagesExport({ caseId }: { readonly caseId: string }) {
  const { isAdmin, role } = useCurrentUser();
  if (!isAdmin && role !== "agent") return null;
  return <ExportButton list="messages" query={{ caseId }} look="small" />;
}

type TriggerProps = ComponentProps<"button"> & { pending?: boolean };

function triggerOf(look: ExportButtonProps["look"], props: TriggerProps) {
  if (look === "icon")
    return <PlainIconButton icon={Download} label={texts.button} look="outline" {...props} />;
  const [size, iconSize] = look === "small" ? (["sm", 14] as const) : (["md", 16] as const);
  const icon = <Icon of={Download} size={iconSize} />;
  return (
    <Button variant="secondary" size={size} icon={icon} {...props}>
      {texts.button}
    </Button>
  );
}
