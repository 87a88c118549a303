import { send } from "./request.ts";

/** Fetches a file and saves it under the name that the server gives it. Throws when the server refuses. */
export async function download(url: string, fallbackName = "download"): Promise<void> {
  const answer = await send(url, { method: "GET", headers: { accept: "*/*" } });
  const name = fileNameIn(answer.headers.get("content-disposition")) ?? fallbackName;
  saveBlob(await answer.blob(), name);
}

function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the blob after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Opens a file in a new tab that knows nothing of this one. */
export function openInNewTab(url: string): void {
  window.open(url, "_blank", "noopener,noreferrer");
}

/** The name in a Content-Disposition header; the UTF-8 form wins (RFC 8187). */
export function fileNameIn(header: string | null): string | null {
  if (header === null) return null;
  const encoded = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(header)?.[1];
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded.trim());
    } catch {
      // A broken encoding: the plain name below still serves.
    }
  }
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(header);
  const name = plain?.[1]?.replaceAll(/\\(.)/g, "$1") ?? plain?.[2]?.trim();
  return name === undefined || name === "" ? null : name;
}
