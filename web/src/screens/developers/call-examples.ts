/** How a program makes a call. The token stands in the environment, never in the example. */
import type { DescribedCall, OpenApi, Schemas } from "./description.ts";
import { exampleOf } from "./schema-form.ts";

export type CallExample = { readonly kind: "curl" | "fetch"; readonly text: string };

const TOKEN = "PORTAL_TOKEN";
const AUTOMATION_KEY = "AUTOMATION_KEY";

/** None for what only a session may do. */
export function examplesOf(call: DescribedCall, { servers, components }: OpenApi): CallExample[] {
  const isOpen = call["x-door"] === "public";
  if (call["x-scope"] === "session" && !isOpen && call["x-door"] !== "automation") return [];
  const secret = call["x-door"] === "automation" ? AUTOMATION_KEY : TOKEN;
  const asked = {
    url: `${servers[0]?.url ?? ""}${addressOf(call)}`,
    method: call.method,
    secret: isOpen ? null : secret,
    body: bodyOf(call, components.schemas),
    isMultipart: isMultipart(call),
  };
  return [
    { kind: "curl", text: curl(asked) },
    { kind: "fetch", text: fetchCode(asked) },
  ];
}

type Asked = {
  url: string;
  method: string;
  secret: string | null;
  body: unknown;
  isMultipart: boolean;
};

function curl({ url, method, secret, body, isMultipart: isUpload }: Asked): string {
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}"${url}"`,
    ...(secret === null ? [] : [`-H "Authorization: Bearer $${secret}"`]),
    ...(isUpload ? [`-F "file=@paper.pdf"`] : []),
    ...(body === undefined
      ? []
      : [
          `-H "Content-Type: application/json"`,
          `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`,
        ]),
  ];
  return lines.join(" \\\n  ");
}

function fetchCode({ url, method, secret, body, isMultipart: isUpload }: Asked): string {
  const headers = [
    ...(secret === null ? [] : [`authorization: \`Bearer \${process.env.${secret}}\``]),
    ...(body === undefined ? [] : [`"content-type": "application/json"`]),
  ];
  const options = [
    ...(method === "GET" ? [] : [`method: "${method}"`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(", ")} }`]),
    ...(isUpload ? ["body: form"] : []),
    ...(body === undefined ? [] : [`body: JSON.stringify(${JSON.stringify(body)})`]),
  ];
  const form = isUpload
    ? [
        "const form = new FormData();",
        `form.append("file", new Blob([await readFile("paper.pdf")]), "paper.pdf");`,
      ]
    : [];
  const given =
    options.length === 0 ? "" : `, {\n${options.map((line) => `  ${line},`).join("\n")}\n}`;
  return [...form, `const answer = await fetch("${url}"${given});`].join("\n");
}

function addressOf({ path, parameters }: DescribedCall): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((known) => known.in === "path" && known.name === name);
    return encodeURIComponent(String(parameter?.example ?? 1));
  });
  const asked = parameters.filter((known) => known.in === "query" && known.required);
  const query = asked.map(
    ({ name, example, schema }) =>
      [name, String(example ?? exampleOf(schema, {}))] as [string, string],
  );
  return query.length === 0 ? filled : `${filled}?${new URLSearchParams(query)}`;
}

function isMultipart({ requestBody }: DescribedCall): boolean {
  return requestBody?.content["multipart/form-data"] !== undefined;
}

function bodyOf(call: DescribedCall, schemas: Schemas): unknown {
  const schema = call.requestBody?.content["application/json"]?.schema;
  return schema === undefined || isMultipart(call) ? undefined : exampleOf(schema, schemas);
}
