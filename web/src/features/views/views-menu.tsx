import { Bookmark, BookmarkPlus, Pencil, Save, Share2, Star, Trash2 } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import type { CurrentUser } from "contract/session";
import type { ViewQuery, ViewScreen } from "contract/view-queries";
import type { View } from "contract/views";
import { viewMessages as texts } from "#web/messages/views.ts";
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from "#web/ui/dropdown-menu.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { ViewDialogs, type ViewDialog } from "./view-dialogs.tsx";
import { firstView, isSameQuery, mayChange, rememberFirstView } from "./view-state.ts";
import { ViewsButton } from "./views-button.tsx";
import { useUpdateView, useViews } from "./views.queries.ts";

type ViewsMenuProps = {
  readonly user: CurrentUser;
  readonly screen: ViewScreen;
  /** The search, filters and order that the address says. */
  readonly query: ViewQuery;
  /** The same with what this browser remembers: what is saved. */
  readonly shown: ViewQuery;
  /** The view that was opened, also after something of it was changed. */
  readonly openedId: number | null;
  /** Opened as soon as the views are known, unless it is gone. */
  readonly firstId?: number | null;
  /** For the press that has asked for this menu. */
  readonly defaultOpen?: boolean;
  readonly onOpen: (view: View) => void;
};

const NONE: readonly View[] = [];

/** Saved lists: one's own, the shared ones, and what can be done with the one that is open. */
export function ViewsMenu({
  user,
  screen,
  query,
  shown,
  openedId,
  firstId = null,
  defaultOpen = false,
  onOpen,
}: ViewsMenuProps) {
  const [dialog, setDialog] = useState<ViewDialog | null>(null);
  const [first, setFirst] = useState(firstView);
  const { data: views = NONE } = useViews(screen);
  const update = useUpdateView();
  const opened = views.find(({ id }) => id === openedId);
  const isChanged = opened !== undefined && !isSameQuery(opened.query, query);
  const canChange = opened !== undefined && mayChange(opened, user);
  const openFirst = useEffectEvent(() => {
    const starred = views.find(({ id }) => id === firstId);
    if (starred !== undefined) onOpen(starred);
  });
  useEffect(() => openFirst(), [views, firstId]);
  const star = (view: View) => {
    const next = first === view.id ? null : view.id;
    rememberFirstView(next);
    setFirst(next);
  };
  const group = (heading: string, listed: readonly View[]) =>
    listed.length === 0 ? null : (
      <>
        <MenuLabel>{heading}</MenuLabel>
        {listed.map((view) => (
          <MenuItem key={view.id} icon={Bookmark} onSelect={() => onOpen(view)}>
            <bdi className="min-w-0 flex-1 truncate">{view.name}</bdi>
            {view.id === first ? <Icon of={Star} size={14} className="text-brass" /> : null}
          </MenuItem>
        ))}
      </>
    );
  return (
    <>
      <DropdownMenu
        align="start"
        defaultOpen={defaultOpen}
        isSheet
        className="max-h-[70dvh] overflow-y-auto md:w-72"
        trigger={<ViewsButton name={opened?.name} isChanged={isChanged} />}
      >
        {views.length === 0 ? <MenuLabel>{texts.none}</MenuLabel> : null}
        {group(
          texts.own,
          views.filter(({ shared }) => !shared),
        )}
        {group(
          texts.shared,
          views.filter(({ shared }) => shared),
        )}
        <MenuSeparator />
        {opened && isChanged && canChange ? (
          <MenuItem
            icon={Save}
            onSelect={() =>
              update.mutate({ view: opened, changes: { query: shown } }, { onSuccess: onOpen })
            }
          >
            {texts.saveChanges}
          </MenuItem>
        ) : null}
        <MenuItem icon={BookmarkPlus} onSelect={() => setDialog({ kind: "create" })}>
          {opened ? texts.saveAs : texts.save}
        </MenuItem>
        {opened ? (
          <>
            <MenuItem icon={Star} onSelect={() => star(opened)}>
              {first === opened.id ? texts.notFirst(opened.name) : texts.first(opened.name)}
            </MenuItem>
            {canChange ? (
              <MenuItem icon={Pencil} onSelect={() => setDialog({ kind: "rename", view: opened })}>
                {texts.rename}
              </MenuItem>
            ) : null}
            {user.isAdmin ? (
              <MenuItem
                icon={Share2}
                onSelect={() =>
                  update.mutate({ view: opened, changes: { shared: !opened.shared } })
                }
              >
                {opened.shared ? texts.unshare : texts.share}
              </MenuItem>
            ) : null}
            {canChange ? (
              <MenuItem
                icon={Trash2}
                danger
                onSelect={() => setDialog({ kind: "remove", view: opened })}
              >
                {texts.remove}
              </MenuItem>
            ) : null}
          </>
        ) : null}
      </DropdownMenu>
      <ViewDialogs
        dialog={dialog}
        screen={screen}
        query={shown}
        onSaved={onOpen}
        onClose={() => setDialog(null)}
      />
    </>
  );
}
