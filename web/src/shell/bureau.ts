const PLACEHOLDER = /^__.*__$/;

/** The bureau's name, which the server writes into the page (D-167). */
export const bureauName = nameInPage();

/** Whether nobody had an account when the page was fetched. */
export const isFirstDay = () => written("first-day") === "true";

/** How long the papers of a finished case are kept; 0 for as long as the portal stands. */
export const retentionYears = Number(written("retention-years")) || 0;

function written(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
}

function nameInPage(): string {
  const name = written("bureau-name");
  return name === "" || PLACEHOLDER.test(name) ? "Example Bureau" : name;
}
