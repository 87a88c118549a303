import { Download } from "lucide-react";
import type { InvoiceFile } from "contract/invoice-files";
import { messages } from "#web/messages/messages.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { TruncatedText } from "#web/ui/truncated-text.tsx";
import { externalAddressOf } from "./invoice-file-address.ts";

const texts = messages.invoices.file;

type InvoiceFileLineProps = {
  readonly file: InvoiceFile;
  /** How many characters of its name are shown. */
  readonly nameLength: number;
  readonly onView: () => void;
  readonly onDownload: () => void;
};

/** A file in a table cell: its name opens it; what is kept outside the portal has no download (I:51). */
export function InvoiceFileLine({ file, nameLength, onView, onDownload }: InvoiceFileLineProps) {
  const name = file.original_name;
  return (
    <li className="flex items-center justify-between max-md:min-h-11 max-md:gap-4">
      <button
        type="button"
        onClick={onView}
        className="prints relative -ms-1 flex h-7 reach items-center rounded-sm px-1 text-xs whitespace-nowrap text-accent hover:bg-ink/6 hover:underline"
      >
        <span className="sr-only">{texts.view(name)}</span>
        <span aria-hidden>
          <TruncatedText text={name} limit={nameLength} />
        </span>
      </button>
      {externalAddressOf(file) === null ? (
        <IconButton
          size="xs"
          className="-ms-0.5"
          icon={Download}
          label={texts.download(name)}
          tooltip={false}
          onClick={onDownload}
        />
      ) : null}
    </li>
  );
}
