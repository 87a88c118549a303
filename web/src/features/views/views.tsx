import { Suspense, useState } from "react";
import type { CurrentUser } from "contract/session";
import type { ViewScreen } from "contract/view-queries";
import type { View } from "contract/views";
import { viewMessages as texts } from "#web/messages/views.ts";
import { FetchBoundary } from "#web/ui/fetch-boundary.tsx";
import { fetched } from "#web/ui/fetched.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { useAddressTexts } from "#web/ui/use-address.ts";
import { firstView } from "./view-state.ts";
import { ViewsButton } from "./views-button.tsx";

const ViewsMenu = fetched(async () => (await import("./views-menu.tsx")).ViewsMenu);

/** Stands in the address beside the list's own words, so that a reload still knows which view was opened. */
const OPENED = "saved";

type ViewsProps = {
  readonly user: CurrentUser;
  readonly screen: ViewScreen;
  /** The words of the address that make up a view. */
  readonly names: readonly string[];
  /** What is saved, where the list is more than the address says: this browser remembers its order. */
  readonly shown?: Readonly<Record<string, string | undefined>>;
  /** The starred view opens by itself where the address asks for nothing. */
  readonly opensFirst?: boolean;
};

/** 'Views': opening one writes it into the address. Its menu is fetched when the pointer or the focus comes near. */
export function Views({ user, screen, names, shown, opensFirst = false }: ViewsProps) {
  const [query, change] = useAddressTexts(names);
  const [{ [OPENED]: opened }] = useAddressTexts([OPENED]);
  const [first, setFirst] = useState(() =>
    opensFirst && opened === undefined && Object.keys(query).length === 0 ? firstView() : null,
  );
  const [wasPressed, setWasPressed] = useState(false);
  const open = (view: View) => {
    setFirst(null);
    change({
      ...Object.fromEntries(names.map((name) => [name, textOf(view.query[name])])),
      [OPENED]: String(view.id),
    });
    if (view.gone.length > 0) toast({ title: texts.gone, variant: "info" });
  };
  const closed = (
    <ViewsButton
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={ViewsMenu.fetch}
      onFocus={ViewsMenu.fetch}
      onClick={() => setWasPressed(true)}
    />
  );
  if (!wasPressed && opened === undefined && first === null) return closed;
  return (
    <FetchBoundary fallback={closed} onGiveUp={() => setWasPressed(false)}>
      <Suspense fallback={closed}>
        <ViewsMenu
          user={user}
          screen={screen}
          query={withoutEmpty(query)}
          shown={withoutEmpty(shown ?? query)}
          openedId={opened === undefined ? null : Number(opened)}
          firstId={first}
          defaultOpen={wasPressed}
          onOpen={open}
        />
      </Suspense>
    </FetchBoundary>
  );
}

function withoutEmpty(texts: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => (text ? [[name, text]] : [])),
  );
}

function textOf(value: string | number | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}
