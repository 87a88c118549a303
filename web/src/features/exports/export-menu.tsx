import { FileSpreadsheet, FileText } from "lucide-react";
import { type ReactElement, useState } from "react";
import type { ExportFormat } from "contract/exports";
import { download } from "#web/api/download.ts";
import { withQuery } from "#web/api/request.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { exportMessages as texts } from "#web/messages/exports.ts";
import { DropdownMenu, MenuItem } from "#web/ui/dropdown-menu.tsx";
import type { ExportedList } from "./exported-list.ts";

type ExportMenuProps = ExportedList & {
  readonly triggerOf: (props: { pending: boolean }) => ReactElement;
};

/** For the press that has asked for it: it is open as soon as it is there. */
export function ExportMenu({ list, query, triggerOf }: ExportMenuProps) {
  const [isPending, setIsPending] = useState(false);
  const save = async (format: ExportFormat) => {
    setIsPending(true);
    try {
      await download(withQuery(`/api/exports/${list}`, { ...query, format }), `${list}.${format}`);
    } catch (error) {
      failureToast(texts.failedTitle, texts.failed)(error);
    } finally {
      setIsPending(false);
    }
  };
  return (
    <DropdownMenu defaultOpen isSheet trigger={triggerOf({ pending: isPending })}>
      <MenuItem icon={FileText} onSelect={() => void save("csv")}>
        {texts.csv}
      </MenuItem>
      <MenuItem icon={FileSpreadsheet} onSelect={() => void save("xlsx")}>
        {texts.excel}
      </MenuItem>
    </DropdownMenu>
  );
}
