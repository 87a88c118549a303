import { EllipsisVertical } from "lucide-react";
import { type ComponentProps, Suspense, useState } from "react";
import type { CaseRow } from "contract/case-lists";
import { messages } from "#web/messages/messages.ts";
import { FetchBoundary } from "#web/ui/fetch-boundary.tsx";
import { fetched } from "#web/ui/fetched.tsx";
import { PlainIconButton } from "#web/ui/plain-icon-button.tsx";
import type { DashboardDialog } from "./use-dashboard-dialogs.ts";

const CaseMenuList = fetched(async () => (await import("./case-menu-list.tsx")).CaseMenuList);

type CaseMenuProps = {
  readonly caseFile: CaseRow;
  readonly onOpen: (dialog: DashboardDialog) => void;
  readonly className?: string;
};

/** What everybody but admins may do with a case right on the dashboard (C-DLG-005); fetched when it is near. */
export function CaseMenu({ caseFile, onOpen, className }: CaseMenuProps) {
  const [wasOpened, setWasOpened] = useState(false);
  const button = { caseFile, className };
  const closed = (
    <MenuButton
      {...button}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={CaseMenuList.fetch}
      onFocus={CaseMenuList.fetch}
      onClick={() => setWasOpened(true)}
    />
  );
  if (!wasOpened) return closed;
  return (
    <FetchBoundary fallback={closed} onGiveUp={() => setWasOpened(false)}>
      <Suspense fallback={closed}>
        <CaseMenuList caseFile={caseFile} trigger={<MenuButton {...button} />} onOpen={onOpen} />
      </Suspense>
    </FetchBoundary>
  );
}

type MenuButtonProps = Omit<ComponentProps<typeof PlainIconButton>, "icon" | "label"> & {
  readonly caseFile: CaseRow;
};

function MenuButton({ caseFile, ...rest }: MenuButtonProps) {
  return (
    <PlainIconButton
      icon={EllipsisVertical}
      label={messages.cases.more(caseFile.title)}
      {...rest}
    />
  );
}
