/** Texts and places as the XML of Excel files writes them. */

/** XML holds no control characters; the format writes them, and what looks like one of those, as _x000D_. */
export function escaped(text: string): string {
  return (
    text
      .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
      // oxlint-disable-next-line no-control-regex -- these are what is replaced
      .replaceAll(/[\0-\x08\x0B-\x1F\uFFFE\uFFFF]/g, (character) => coded(character))
      .toWellFormed()
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
  );
}

function coded(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;
}

export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}
