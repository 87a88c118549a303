import { useNavigate } from "@tanstack/react-router";
import { CirclePlus, CodeXml } from "lucide-react";
import type { CurrentUser } from "contract/session";
import { messages } from "#web/messages/messages.ts";
import { sidebarLinks } from "#web/shell/navigation.ts";
import { requestCreateCase } from "#web/shell/window-events.ts";
import { finder } from "#web/ui/search-text.ts";
import { PaletteGroup, PaletteItem } from "./palette-item.tsx";

const text = messages.shell.jump;

type GoToProps = {
  readonly user: CurrentUser;
  readonly search: string;
  readonly close: () => void;
};

/** Every page of this person, and what he may begin. */
export function GoTo({ user, search, close }: GoToProps) {
  const navigate = useNavigate();
  const finds = finder(search);
  const pages = sidebarLinks(user).filter((page) => finds(page.label));
  const offersCreation = user.isAdmin && finds(text.createCase);
  const isOfBureau = user.isAdmin || user.role !== "client";
  const offersDevelopers = isOfBureau && finds(messages.shell.links.developers);
  if (pages.length === 0 && !offersDevelopers && !offersCreation) return null;
  const finish = (action: () => unknown) => () => {
    close();
    action();
  };
  return (
    <PaletteGroup heading={text.goTo}>
      {pages.map((page) => (
        <PaletteItem
          key={page.to}
          value={page.to}
          link={page.to}
          icon={page.icon}
          onSelect={finish(() => navigate({ to: page.to }))}
        >
          {page.label}
        </PaletteItem>
      ))}
      {offersDevelopers ? (
        <PaletteItem
          value="/developers"
          link="/developers"
          icon={CodeXml}
          onSelect={finish(() => navigate({ to: "/developers" }))}
        >
          {messages.shell.links.developers}
        </PaletteItem>
      ) : null}
      {offersCreation ? (
        <PaletteItem
          value="create-case"
          icon={CirclePlus}
          onSelect={finish(() => requestCreateCase(() => void navigate({ to: "/" })))}
        >
          {text.createCase}
        </PaletteItem>
      ) : null}
    </PaletteGroup>
  );
}
