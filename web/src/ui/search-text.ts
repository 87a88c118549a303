/**
 * How a search compares: in small letters of English, whatever the browser's language (a Turkish one makes `ı` of `I`),
 * and never across two texts, since nobody types a line break into a search box.
 */
function searchableText(texts: readonly (string | null)[]): string {
  return texts.join("\n").toLocaleLowerCase("en");
}

function wantedText(search: string): string {
  return search.trim().toLocaleLowerCase("en");
}

/** Says whether one of some texts contains what was typed; nothing typed is contained in everything. */
export function finder(search: string): (...texts: readonly (string | null)[]) => boolean {
  const wanted = wantedText(search);
  return (...texts) => searchableText(texts).includes(wanted);
}
