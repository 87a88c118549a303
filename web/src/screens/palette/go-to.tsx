import { useNavigate, useParams } from "@tanstack/react-router";
import { CirclePlus, CodeXml, Columns3, FileInput, Files, ListChecks } from "lucide-react";
import type { CurrentUser } from "contract/session";
import { messages } from "#web/messages/messages.ts";
import { sidebarLinks } from "#web/shell/navigation.ts";
import { requestCreateCase } from "#web/shell/window-events.ts";
import { finder } from "#web/ui/search-text.ts";
import { PaletteGroup, PaletteItem } from "./palette-item.tsx";

const text = messages.shell.jump;

const { links } = messages.shell;

/** Those without an entry in the sidebar (work/README.md 2). */
function morePages(user: CurrentUser) {
  const isOfBureau = user.isAdmin || user.role !== "client";
  const isOfStaff = user.isAdmin || user.role === "agent";
  return [
    { to: "/board", label: links.board, icon: Columns3, isOffered: isOfStaff },
    { to: "/imports", label: links.imports, icon: FileInput, isOffered: user.isAdmin },
    { to: "/developers", label: links.developers, icon: CodeXml, isOffered: isOfBureau },
  ].filter(({ isOffered }) => isOffered);
}

/** Of the case that is open. An accountant sees nothing of what it asks for. */
function pagesOfCase(user: CurrentUser, caseId: string | undefined) {
  if (caseId === undefined) return [];
  const of = `/case/${encodeURIComponent(caseId)}`;
  const isOfStaff = user.isAdmin || user.role === "agent";
  return [
    {
      to: `${of}/checklist`,
      label: links.checklist,
      icon: ListChecks,
      isOffered: isOfStaff || user.role === "client",
    },
    { to: `${of}/dossiers`, label: links.dossiers, icon: Files, isOffered: isOfStaff },
  ].filter(({ isOffered }) => isOffered);
}

type Beginning = "create-case" | "import-cases";
const beginnings = [
  { value: "create-case", label: text.createCase, icon: CirclePlus },
  { value: "import-cases", label: text.importCases, icon: FileInput },
] as const;

type GoToProps = {
  readonly user: CurrentUser;
  readonly search: string;
  readonly close: () => void;
};

/** Every page of this person, and what he may begin. */
export function GoTo({ user, search, close }: GoToProps) {
  const navigate = useNavigate();
  const finds = finder(search);
  const { caseId } = useParams({ strict: false });
  const here = pagesOfCase(user, caseId).filter(({ label }) => finds(label));
  const pages = sidebarLinks(user).filter((page) => finds(page.label));
  const more = morePages(user).filter(({ label }) => finds(label));
  const begins = user.isAdmin ? beginnings.filter(({ label }) => finds(label)) : [];
  if (here.length + pages.length + more.length + begins.length === 0) return null;
  const actions: Record<Beginning, () => unknown> = {
    "create-case": () => requestCreateCase(() => void navigate({ to: "/" })),
    "import-cases": () => navigate({ to: "/imports", search: { import: "new" } }),
  };
  const finish = (action: () => unknown) => () => {
    close();
    action();
  };
  return (
    <PaletteGroup heading={text.goTo}>
      {[...here, ...pages, ...more].map((page) => (
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
      {begins.map(({ value, label, icon }) => (
        <PaletteItem key={value} value={value} icon={icon} onSelect={finish(actions[value])}>
          {label}
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
}
