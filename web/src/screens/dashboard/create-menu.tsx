import { ChevronDown } from "lucide-react";
import { type ComponentProps, Suspense, useState } from "react";
import { messages } from "#web/messages/messages.ts";
import { FetchBoundary } from "#web/ui/fetch-boundary.tsx";
import { fetched } from "#web/ui/fetched.tsx";
import { PlainIconButton } from "#web/ui/plain-icon-button.tsx";

const CreateMenuList = fetched(async () => (await import("./create-menu-list.tsx")).CreateMenuList);

/** Beside 'Create Case'; fetched when it is near. */
export function CreateMenu() {
  const [wasOpened, setWasOpened] = useState(false);
  const closed = (
    <MenuButton
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={CreateMenuList.fetch}
      onFocus={CreateMenuList.fetch}
      onClick={() => setWasOpened(true)}
    />
  );
  if (!wasOpened) return closed;
  return (
    <FetchBoundary fallback={closed} onGiveUp={() => setWasOpened(false)}>
      <Suspense fallback={closed}>
        <CreateMenuList trigger={<MenuButton />} />
      </Suspense>
    </FetchBoundary>
  );
}

function MenuButton(props: Omit<ComponentProps<typeof PlainIconButton>, "icon" | "label">) {
  return (
    <PlainIconButton icon={ChevronDown} label={messages.cases.moreWays} look="outline" {...props} />
  );
}
