import { CalendarDays, EllipsisVertical, Layers } from "lucide-react";
import { Suspense, useState } from "react";
import type { CaseDocument } from "contract/documents";
import { messages } from "#web/messages/messages.ts";
import { FetchBoundary } from "#web/ui/fetch-boundary.tsx";
import { fetched } from "#web/ui/fetched.tsx";
import { PlainIconButton } from "#web/ui/plain-icon-button.tsx";
import type { DocumentHandlers, FurtherAction } from "./document-list-props.ts";

const texts = messages.documents;

const DocumentMenu = fetched(async () => {
  const { DropdownMenu, MenuItem } = await import("#web/ui/dropdown-menu.tsx");
  return function Menu({ document, further, onVersions, onDates }: DocumentMoreProps) {
    return (
      <DropdownMenu defaultOpen trigger={<MoreButton name={document.originalName} />}>
        {document.earlierCount > 0 ? (
          <MenuItem icon={Layers} onSelect={() => onVersions(document)}>
            {texts.versions.open}
          </MenuItem>
        ) : null}
        <MenuItem icon={CalendarDays} onSelect={() => onDates(document)}>
          {texts.datesDialog.open}
        </MenuItem>
        {further.map(({ icon, text, onPress }) => (
          <MenuItem key={text} icon={icon} onSelect={onPress}>
            {text}
          </MenuItem>
        ))}
      </DropdownMenu>
    );
  };
});

type DocumentMoreProps = Pick<DocumentHandlers, "onVersions" | "onDates"> & {
  readonly document: CaseDocument;
  readonly further: readonly FurtherAction[];
};

/** What is seldom done with a document; fetched when it is near, since a table has a hundred of these. */
export function DocumentMore(props: DocumentMoreProps) {
  const [wasOpened, setWasOpened] = useState(false);
  const closed = (
    <MoreButton
      name={props.document.originalName}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={DocumentMenu.fetch}
      onFocus={DocumentMenu.fetch}
      onClick={() => setWasOpened(true)}
    />
  );
  if (!wasOpened) return closed;
  return (
    <FetchBoundary fallback={closed} onGiveUp={() => setWasOpened(false)}>
      <Suspense fallback={closed}>
        <DocumentMenu {...props} />
      </Suspense>
    </FetchBoundary>
  );
}

type MoreButtonProps = Omit<
  React.ComponentProps<typeof PlainIconButton>,
  "icon" | "label" | "size"
> & { readonly name: string };

function MoreButton({ name, ...rest }: MoreButtonProps) {
  return (
    <PlainIconButton
      size="sm"
      icon={EllipsisVertical}
      label={messages.ui.actionsFor(name)}
      {...rest}
    />
  );
}
