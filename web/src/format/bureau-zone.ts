/** Where the bureau's days begin and its times are told: the server writes it into the page (BUREAU_ZONE). */
import { USUAL_ZONE } from "contract/days";

export const bureauZone = zoneInPage();

function zoneInPage(): string {
  // Formats are loaded without a page too.
  if (typeof document === "undefined") return USUAL_ZONE;
  const meta = document.querySelector<HTMLMetaElement>('meta[name="bureau-zone"]');
  const zone = meta?.content ?? "";
  return zone === "" || zone.startsWith("__") ? USUAL_ZONE : zone;
}
