/** Calls made from the contract by chance: every endpoint, with records that are there and with nonsense. */
import fc from "fast-check";
import { api } from "contract/api";
import type { EndpointShape } from "contract/endpoint";
import { uploadRules } from "contract/files";
import { anyText, fieldsFor, valueFor } from "./schema-values.ts";

export type RandomCall = {
  /** `module.verb` of the endpoint. */
  name: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  payload: Buffer | undefined;
};

/** Values for the parameters of a path: those of real records, by `subject.parameter` or by the parameter alone. */
export type Targets = Record<string, readonly (string | number)[]>;

type Named = { name: string; endpoint: EndpointShape };
type Choice = {
  targets: Targets;
  isWanted?: (endpoint: EndpointShape, name: string) => boolean;
  /** Bytes for uploads. */
  files: readonly Buffer[];
};

/** A stream does not end by itself, so no call waits for one. */
export function randomCalls({ targets, isWanted, files }: Choice): fc.Arbitrary<RandomCall> {
  const endpoints: Named[] = Object.entries(api)
    .flatMap(([module, table]) =>
      Object.entries(table).map(([verb, endpoint]) => ({
        name: `${module}.${verb}`,
        endpoint: endpoint as EndpointShape,
      })),
    )
    .filter(({ endpoint }) => endpoint.response !== "stream")
    .filter(({ endpoint, name }) => isWanted?.(endpoint, name) ?? true);
  const calls = endpoints.map(({ name, endpoint }) =>
    fc
      .tuple(urlOf(endpoint, targets), payloadOf(endpoint, files), oddHeaders)
      .map(([url, { headers, payload }, odd]) => ({
        name,
        method: endpoint.method,
        url,
        headers: { ...headers, ...odd },
        payload,
      })),
  );
  // What can be read is asked for more often: that is where something could come to light.
  const weights = endpoints.map(({ endpoint }) => (endpoint.method === "GET" ? 3 : 1));
  return fc.oneof(...calls.map((arbitrary, index) => ({ arbitrary, weight: weights[index] ?? 1 })));
}

const nonsenseInPaths = [
  "0",
  "-1",
  "99999999999",
  "NaN",
  "%00",
  "..%2f..",
  "%F0%9F",
  "x".repeat(300),
];

function urlOf(endpoint: EndpointShape, targets: Targets): fc.Arbitrary<string> {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const values = names.map((name) => {
    const known = targets[`${endpoint.subject}.${name}`] ?? targets[name] ?? [];
    const real = known.map((value) => encodeURIComponent(String(value)));
    return fc.oneof(
      { weight: real.length > 0 ? 12 : 0, arbitrary: fc.constantFrom(...real, "1") },
      { weight: 1, arbitrary: fc.constantFrom(...nonsenseInPaths) },
      { weight: 1, arbitrary: anyText.map(encodeSafely) },
    );
  });
  return fc.tuple(fc.tuple(...values), queryOf(endpoint)).map(([chosen, query]) => {
    let index = 0;
    return endpoint.path.replaceAll(/:\w+/g, () => chosen[index++] ?? "") + query;
  });
}

/** Half a surrogate has no place in an address. */
function encodeSafely(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function queryOf({ query }: EndpointShape): fc.Arbitrary<string> {
  const junk = fc.constantFrom("", "", "", "?a=1&a=2", "?%", "?__proto__=1", "?userId[]=1");
  if (query === undefined) return junk;
  const wanted = fieldsFor(query).map((fields) => {
    const texts = Object.entries(fields)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => `${name}=${encodeSafely(textOf(value))}`);
    return texts.length === 0 ? "" : `?${texts.join("&")}`;
  });
  return fc.oneof({ weight: 6, arbitrary: wanted }, { weight: 1, arbitrary: junk });
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

type Payload = { headers: Record<string, string>; payload: Buffer | undefined };

const nothing: Payload = { headers: {}, payload: undefined };
const json = (text: string): Payload => ({
  headers: { "content-type": "application/json" },
  payload: Buffer.from(text),
});
const brokenPayloads: Payload[] = [
  json("{"),
  json('{"__proto__":{"isAdmin":true}}'),
  json('{"constructor":{"prototype":{}}}'),
  json(`${"[".repeat(5000)}${"]".repeat(5000)}`),
  json("\uFEFF{}"),
  { headers: { "content-type": "text/xml" }, payload: Buffer.from("<a/>") },
  { headers: { "content-type": "multipart/form-data" }, payload: Buffer.from("--x") },
  {
    headers: { "content-type": "multipart/form-data; boundary=x" },
    payload: Buffer.from("--x\r\nContent-Disposition: form-data; name=\r\n\r\n\r\n--y--"),
  },
];

function payloadOf(endpoint: EndpointShape, files: readonly Buffer[]): fc.Arbitrary<Payload> {
  if (endpoint.method === "GET") return fc.constant(nothing);
  const body =
    endpoint.body === undefined
      ? fc.constant(nothing)
      : valueFor(endpoint.body).map((value) =>
          value === undefined ? nothing : json(JSON.stringify(value)),
        );
  const wanted = endpoint.files === undefined ? body : formOf(endpoint, files);
  return fc.oneof(
    { weight: 14, arbitrary: wanted },
    { weight: 1, arbitrary: body },
    { weight: 1, arbitrary: fc.constantFrom(...brokenPayloads) },
  );
}

const BOUNDARY = "----by-chance";

function formOf(endpoint: EndpointShape, files: readonly Buffer[]): fc.Arbitrary<Payload> {
  const rule = uploadRules[endpoint.files?.rule ?? "caseDocument"];
  const file = fc.record({
    field: fc.constantFrom(...rule.fields, ...rule.fields, "other"),
    name: fc.oneof(anyText, fc.constantFrom("scan", "passport.page")),
    extension: fc.constantFrom("pdf", "pdf", ...rule.extensions, "svg", "exe"),
    type: fc.constantFrom("application/pdf", "image/png", "application/octet-stream", "x"),
    bytes: fc.oneof(fc.constantFrom(...files), fc.uint8Array({ maxLength: 300 })),
  });
  const fields =
    endpoint.body === undefined
      ? fc.constant({} as Record<string, unknown>)
      : fieldsFor(endpoint.body);
  return fc.tuple(fc.array(file, { maxLength: 3 }), fields).map(([parts, texts]) => ({
    headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.concat([
      ...Object.entries(texts).map(([name, value]) => part(`name="${name}"`, textOf(value) ?? "")),
      ...parts.map(({ field, name, extension, type, bytes }) =>
        part(
          `name="${field}"; filename="${name.replaceAll(/["\r\n]/g, "_")}.${extension}"\r\nContent-Type: ${type}`,
          bytes,
        ),
      ),
      Buffer.from(`--${BOUNDARY}--\r\n`),
    ]),
  }));
}

function part(about: string, content: string | Uint8Array): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; ${about}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from("\r\n")]);
}

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Record<string, string>[]>(
      { "if-match": '"1"' },
      { "if-match": "W/*" },
      { "if-match": `"${"9".repeat(40)}"` },
      { "idempotency-key": "one" },
      { "idempotency-key": "k".repeat(300) },
      { range: "bytes=0-10" },
      { range: "bytes=-1,5-2" },
      { range: "bytes=99999999999-" },
      { accept: "application/x-nothing" },
      { "x-forwarded-for": "1.2.3.4, ::1" },
      { "content-encoding": "gzip" },
    ),
  },
);
