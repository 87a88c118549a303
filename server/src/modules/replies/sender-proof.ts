/**
 * Whether the bureau's mail server says that a mail comes from where its From says (RFC 8601). Anybody can write such a
 * header; only the topmost one that carries the server's own name was written by it.
 */
export function isSenderProven(
  results: readonly string[],
  authservId: string,
  from: string,
): boolean {
  const domain = from.split("@").at(-1)?.toLowerCase() ?? "";
  const own = results.map(statementsIn).find(([name]) => name === authservId);
  if (own === undefined) return false;
  const verdicts = own.slice(1).map(verdictIn);
  if (
    verdicts.some(
      ({ method, result }) => method === "dmarc" && result !== "pass" && result !== "none",
    )
  )
    return false;
  return verdicts.some(({ method, result, properties }) => {
    if (result !== "pass") return false;
    const names = (name: string) => isFor(domain, properties.get(name));
    if (method === "dmarc") return !properties.has("header.from") || names("header.from");
    // Some servers name only the identity that has signed, which lies within the domain.
    if (method === "dkim") return names("header.d") || names("header.i");
    return method === "spf" && names("smtp.mailfrom");
  });
}

type Verdict = { method: string; result: string; properties: Map<string, string> };

/** The server's name, then what it says of each method. */
function statementsIn(header: string): string[] {
  const [name = "", ...statements] = withoutComments(header).split(";");
  return [name.trim().split(/\s+/)[0] ?? "", ...statements].map((part) =>
    part.trim().toLowerCase(),
  );
}

/** Comments may hold semicolons, and other comments. */
function withoutComments(header: string): string {
  let depth = 0;
  let text = "";
  for (const character of header) {
    if (character === "(") depth += 1;
    else if (character === ")") depth = Math.max(0, depth - 1);
    else if (depth === 0) text += character;
  }
  return text;
}

function verdictIn(statement: string): Verdict {
  const [verdict = "", ...rest] = statement.split(/\s+/);
  const [method = "", result = ""] = verdict.split("=");
  const properties = rest.map((property): [string, string] => {
    const [name = "", value = ""] = property.split("=", 2);
    return [name, value.replaceAll('"', "")];
  });
  return { method: method.split("/")[0] ?? "", result, properties: new Map(properties) };
}

/** The domain itself, or one that it lies in. */
function isFor(domain: string, named: string | undefined): boolean {
  const other = named?.split("@").at(-1)?.replace(/\.$/, "") ?? "";
  if (!other.includes(".")) return false;
  return domain === other || domain.endsWith(`.${other}`);
}
