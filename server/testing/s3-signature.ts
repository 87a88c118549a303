/** Checks an AWS signature of version 4 the way the service does: by making it again. */
import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { S3Settings } from "#server/integrations/storage/s3.ts";

const authorization =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;

export function isSignatureRight(
  request: IncomingMessage,
  body: Buffer,
  settings: S3Settings,
): boolean {
  const match = authorization.exec(request.headers.authorization ?? "");
  const [, accessKeyId, day = "", region = "", signedHeaders = "", signature] = match ?? [];
  if (accessKeyId !== settings.accessKeyId || region !== settings.region) return false;
  const signed = signedHeaders.split(";");
  if (!signed.includes("host") || !isPayloadHashRight(request, body)) return false;
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = [
    "AWS4-HMAC-SHA256",
    headerOf(request, "x-amz-date"),
    scope,
    sha256(canonical(request, signed)),
  ];
  const key = [day, region, "s3", "aws4_request"].reduce<string | Buffer>(
    (secret, part) => createHmac("sha256", secret).update(part).digest(),
    `AWS4${settings.secretAccessKey}`,
  );
  return createHmac("sha256", key).update(text.join("\n")).digest("hex") === signature;
}

function canonical(request: IncomingMessage, signed: string[]): string {
  const url = new URL(request.url ?? "/", "http://stand-in");
  const query = [...url.searchParams]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .toSorted();
  return [
    request.method,
    url.pathname,
    query.join("&"),
    ...signed.map((name) => `${name}:${headerOf(request, name).trim()}`),
    "",
    signed.join(";"),
    headerOf(request, "x-amz-content-sha256"),
  ].join("\n");
}

function isPayloadHashRight(request: IncomingMessage, body: Buffer): boolean {
  const hash = headerOf(request, "x-amz-content-sha256");
  return hash === "UNSIGNED-PAYLOAD" || hash === sha256(body);
}

function headerOf(request: IncomingMessage, name: string): string {
  return String(request.headers[name] ?? "");
}

function sha256(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

function escaped(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
