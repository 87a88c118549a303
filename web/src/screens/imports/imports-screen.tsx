import { useCurrentUser } from "#web/api/current-user.ts";
import { numberInAddress } from "#web/format/number-in-address.ts";
import { AccessDenied } from "#web/shell/access-denied.tsx";
import { useAddressTexts } from "#web/ui/use-address.ts";
import { ImportList } from "./import-list.tsx";
import { ImportView } from "./import-view.tsx";
import { NewImport } from "./new-import.tsx";

/** Cases, people and scans from files, for admins (work/finding-and-moving.md 5.4). */
export function ImportsScreen() {
  return useCurrentUser().isAdmin ? <Imports /> : <AccessDenied />;
}

function Imports() {
  const [{ import: shown }] = useAddressTexts(["import"]);
  const id = numberInAddress(shown);
  if (id !== null) return <ImportView key={id} id={id} />;
  return shown === "new" ? <NewImport /> : <ImportList />;
}
