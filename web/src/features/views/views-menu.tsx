import { Bookmark, BookmarkPlus, Pencil, Save, Share2, Star, Trash2 } from "lucide-react";
import { useState } from "react";
import type { CurrentUser } from "contract/session";
import type { ViewQuery, ViewScreen } from "contract/view-queries";
import type { View } from "contract/views";
import { viewMessages as texts } from "#web/messages/views.ts";
import { Button } from "#web/ui/button.tsx";
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from "#web/ui/dropdown-menu.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { ViewDialogs, type ViewDialog } from "./view-dialogs.tsx";
import { firstView, isSameQuery, mayChange, rememberFirstView } from "./view-state.ts";
import { useUpdateView, useViews } from "./views.queries.ts";

type ViewsMenuProps = {
  readonly user: CurrentUser;
  readonly screen: ViewScreen;
  /** The search, filters and order that are shown. */
  readonly query: ViewQuery;
  /** The view that was opened, also after something of it was changed. */
  readonly openedId: number | null;
  readonly onOpen: (view: View) => void;
};

/** Saved lists: one's own, the shared ones, and what can be done with the one that is open. */
export function ViewsMenu({ user, screen, query, openedId, onOpen }: ViewsMenuProps) {
  const [dialog, setDialog] = useState<ViewDialog | null>(null);
  const [first, setFirst] = useState(firstView);
  const { data: views = [] } = useViews(screen);
  const update = useUpdateView();
  const opened = views.find(({ id }) => id === openedId);
  const isChanged = opened !== undefined && !isSameQuery(opened.query, query);
  const canChange = opened !== undefined && mayChange(opened, user);
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
        className="max-h-[min(32rem,70dvh)] w-72 max-w-[calc(100vw-2rem)] overflow-y-auto"
        trigger={
          <Button variant="secondary">
            <Icon of={Bookmark} />
            <bdi className="max-w-40 truncate">{opened?.name ?? texts.button}</bdi>
            {isChanged ? (
              <span className="size-2 rounded-full bg-brass">
                <span className="sr-only">{texts.changed}</span>
              </span>
            ) : null}
          </Button>
        }
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
            onSelect={() => update.mutate({ view: opened, changes: { query } })}
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
        query={query}
        onSaved={onOpen}
        onClose={() => setDialog(null)}
      />
    </>
  );
}
