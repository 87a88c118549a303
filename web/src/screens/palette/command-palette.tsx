import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { CirclePlus, type LucideIcon, Search } from "lucide-react";
import { Dialog } from "radix-ui";
import { type ReactNode, useMemo } from "react";
import { caseStatusTexts } from "contract/case-status";
import { casesApi, type ListedCase } from "contract/cases";
import type { CurrentUser } from "contract/session";
import { read } from "#web/api/client.ts";
import { StatusGlyph } from "#web/features/cases/status-badge.tsx";
import { messages } from "#web/messages/messages.ts";
import { sidebarLinks } from "#web/shell/navigation.ts";
import { requestCreateCase } from "#web/shell/window-events.ts";
import { useBackCloses } from "#web/ui/back-closes.ts";
import { classes } from "#web/ui/classes.ts";
import { overlayLook } from "#web/ui/dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { itemLook } from "#web/ui/popup-look.ts";
import { finder } from "#web/ui/search-text.ts";

const text = messages.shell.jump;
const SHOWN_CASES = 30;

type PaletteProps = {
  readonly user: CurrentUser;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly search: string;
  readonly onSearchChange: (search: string) => void;
  readonly returnFocus: (event: Event) => void;
};

/** Ctrl/Cmd+K: any page, any case, by name. */
export function CommandPalette({ open, onOpenChange, returnFocus, ...list }: PaletteProps) {
  useBackCloses(open, () => onOpenChange(false));
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={classes(overlayLook, "backdrop-blur-none!")} />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-x-0 top-[14dvh] z-50 mx-auto w-[calc(100vw-2rem)] max-w-144 overflow-hidden rounded-xl bg-raised text-ink shadow-overlay outline-none data-[state=open]:animate-dialog-in max-md:top-4"
        >
          <Dialog.Title className="sr-only">{text.title}</Dialog.Title>
          <PaletteList {...list} close={() => onOpenChange(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type PaletteListProps = Pick<PaletteProps, "user" | "search" | "onSearchChange"> & {
  readonly close: () => void;
};

function PaletteList({ user, search, onSearchChange, close }: PaletteListProps) {
  const navigate = useNavigate();
  const finds = useMemo(() => finder(search), [search]);
  const { data: cases, isPending } = useQuery(read(casesApi.list));
  const found = useMemo(() => matchingCases(cases ?? [], finds), [cases, finds]);
  const pages = sidebarLinks(user).filter((page) => finds(page.label));
  const offersCreation = user.isAdmin && finds(text.createCase);

  const finish = (action: () => unknown) => () => {
    close();
    action();
  };

  return (
    <Command shouldFilter={false} loop label={text.title}>
      <div className="flex h-13 items-center gap-3 border-b border-line px-4">
        <Icon of={Search} size={18} className="text-muted" />
        <Command.Input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- from the first moment: keys may already be on their way
          autoFocus
          value={search}
          onValueChange={onSearchChange}
          placeholder={text.placeholder}
          className="h-full w-full bg-transparent text-md outline-none"
        />
      </div>
      <Command.List className="max-h-[min(29rem,60dvh)] overflow-y-auto overscroll-contain p-2">
        <Command.Empty className="py-10 text-center text-sm text-muted">
          {isPending ? text.loadingCases : text.empty}
        </Command.Empty>
        {pages.length > 0 || offersCreation ? (
          <Group heading={text.goTo}>
            {pages.map((page) => (
              <Item
                key={page.to}
                value={page.to}
                icon={page.icon}
                onSelect={finish(() => navigate({ to: page.to }))}
              >
                {page.label}
              </Item>
            ))}
            {offersCreation ? (
              <Item
                value="create-case"
                icon={CirclePlus}
                onSelect={finish(() => requestCreateCase(() => void navigate({ to: "/" })))}
              >
                {text.createCase}
              </Item>
            ) : null}
          </Group>
        ) : null}
        {found.length > 0 ? (
          <Group heading={text.cases}>
            {found.map((each) => (
              <Item
                key={each.id}
                value={`case-${each.id}`}
                mark={<StatusGlyph status={each.status} />}
                onSelect={finish(() =>
                  navigate({ to: "/case/$caseId", params: { caseId: each.caseId } }),
                )}
              >
                <span className="truncate">{each.title}</span>
                <span className="shrink-0 text-xs font-normal text-muted tabular">
                  {each.caseId}
                </span>
                <span className="ms-auto shrink-0 text-xs font-normal text-muted">
                  {caseStatusTexts[each.status].short}
                </span>
              </Item>
            ))}
          </Group>
        ) : null}
      </Command.List>
    </Command>
  );
}

function Group({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-2 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  );
}

type ItemProps = {
  readonly value: string;
  readonly icon?: LucideIcon;
  readonly mark?: ReactNode;
  readonly onSelect: () => void;
  readonly children: ReactNode;
};

function Item({ value, icon, mark, onSelect, children }: ItemProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className={classes(itemLook, "min-h-10! gap-3! px-3! font-medium")}
    >
      {icon === undefined ? mark : <Icon of={icon} className="text-muted" />}
      {children}
    </Command.Item>
  );
}

function matchingCases(
  cases: readonly ListedCase[],
  finds: ReturnType<typeof finder>,
): readonly ListedCase[] {
  return cases.filter(({ title, caseId }) => finds(title, caseId)).slice(0, SHOWN_CASES);
}
