const PLACEHOLDER = /^__.*__$/;

/** The bureau's name, which the server writes into the page (D-167). */
export const bureauName = written("bureau-name") || "Example Bureau";

/** The revision of its logo, and whether there is one for dark ground, as `12 dark`; empty without a logo. */
export const logoMark = () => written("bureau-logo");

/** Whether everything is made up, and a click signs in. */
export const isDemo = () => written("demo") !== "";

/** Whether nobody had an account when the page was fetched. */
export const isFirstDay = () => written("first-day") === "true";

/** How long the papers of a finished case are kept; 0 for as long as the portal stands. */
export const retentionYears = Number(written("retention-years")) || 0;

/** Nothing in a page that no server has filled in. */
function written(name: string): string {
  const text = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
  return PLACEHOLDER.test(text) ? "" : text;
}
