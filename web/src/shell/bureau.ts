const PLACEHOLDER = /^__.*__$/;

/** The bureau's name, which the server writes into the page (D-167). */
export const bureauName = nameInPage();

function nameInPage(): string {
  const name = document.querySelector<HTMLMetaElement>('meta[name="bureau-name"]')?.content ?? "";
  return name === "" || PLACEHOLDER.test(name) ? "Example Bureau" : name;
}
