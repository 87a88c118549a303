/** What a screen takes from behind the '?' of its address. */

/** The token of a link in a mail. */
export const withToken = (search: Record<string, unknown>) => ({
  token: typeof search.token === "string" ? search.token : "",
});

/** What stands in the address of a screen, so that a link or a reload comes back to it. */
export function withTexts<Name extends string>(...names: readonly Name[]) {
  return (search: Record<string, unknown>) =>
    Object.fromEntries(
      names.flatMap((name) => (typeof search[name] === "string" ? [[name, search[name]]] : [])),
    ) as Partial<Record<Name, string>>;
}
export const withTab = withTexts("tab");

/** What a queue is narrowed to; `document` comes first. Numbers may come as numbers. */
const queueNames = ["case", "program", "adviser", "category", "document"] as const;
type QueueAddress = Partial<Record<(typeof queueNames)[number], string>>;
export const withQueue = (search: Record<string, unknown>): QueueAddress =>
  Object.fromEntries(
    queueNames.flatMap((name) => {
      const value = search[name];
      return typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : [];
    }),
  );

/** Search parameters are plain texts: a token of digits stays a text. */
export const plainTexts = {
  parseSearch: (text: string) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search: Record<string, unknown>) => {
    const entries = Object.entries(search).filter(
      ([, value]) => value !== undefined && value !== null && value !== "",
    );
    const text = new URLSearchParams(
      entries.map(([name, value]) => [name, String(value)]),
    ).toString();
    return text === "" ? "" : `?${text}`;
  },
};
