/** The rows of a CSV file as our exports write it, the head among them. */
export function readCsv(bytes: Buffer): string[][] {
  const text = bytes.toString().replace(/^\uFEFF/, "");
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = "", end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
  )) {
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
