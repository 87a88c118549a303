import type { AnswerOf, EndpointShape } from "contract/endpoint";
import { uploadRules } from "contract/files";
import { ApiError } from "./api-error.ts";
import { isCreation } from "./client.ts";
import { idempotencyKey, settleIdempotencyKey } from "./idempotency.ts";
import { type AddressOf, applyResponseHeaders, headersFor, urlOf } from "./request.ts";

export type UploadInput<E extends EndpointShape> = AddressOf<E> & {
  readonly files: readonly File[];
  /** The text parts of the form. */
  readonly fields?: Readonly<Record<string, string | number | null | undefined>>;
  /** From 0 to 1. */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
  /** For what is tried again whatever was answered; otherwise a key is kept until an answer arrives. */
  readonly idempotencyKey?: string;
};

/** Sends files to an endpoint. XMLHttpRequest, because fetch cannot say how far an upload has come. */
export async function upload<const E extends EndpointShape>(
  endpoint: E,
  input: UploadInput<E>,
): Promise<AnswerOf<E>> {
  const url = urlOf(endpoint, input);
  const names = input.files
    .map((file) => `${file.name} ${file.size} ${file.lastModified}`)
    .join("|");
  const once = isCreation(endpoint)
    ? `${url} ${names} ${JSON.stringify(input.fields ?? {})}`
    : null;
  const headers = await headersFor(
    endpoint.method,
    once === null ? {} : { "Idempotency-Key": input.idempotencyKey ?? idempotencyKey(once) },
  );
  const form = formOf(fileField(endpoint), input);

  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, url);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) input.onProgress?.(loaded / total);
    });
    request.addEventListener("load", () => {
      if (once !== null) settleIdempotencyKey(once);
      const { status, statusText, responseText } = request;
      applyResponseHeaders({
        status,
        isPublic: endpoint.access === "public",
        header: (name) => request.getResponseHeader(name),
      });
      if (status >= 200 && status < 300) resolve(JSON.parse(responseText) as AnswerOf<E>);
      else reject(new ApiError({ status, statusText, body: responseText }));
    });
    request.addEventListener("error", () => reject(new TypeError("Failed to fetch")));
    request.addEventListener("abort", () =>
      reject(new DOMException("The upload was cancelled", "AbortError")),
    );
    input.signal?.addEventListener("abort", () => request.abort(), { once: true });
    if (input.signal?.aborted === true) request.abort();
    else request.send(form);
  });
}

/** The text parts come first: the server reads them before it decides about the files. */
function formOf(
  fileFieldName: string,
  { files, fields = {} }: Pick<UploadInput<EndpointShape>, "files" | "fields">,
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null) form.append(name, String(value));
  }
  for (const file of files) form.append(fileFieldName, file);
  return form;
}

function fileField(endpoint: EndpointShape): string {
  const rule = endpoint.files === undefined ? null : uploadRules[endpoint.files.rule];
  return rule?.fields[0] ?? "file";
}
