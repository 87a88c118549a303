import { extensionOf } from "contract/files";

/** A file as the viewer needs it; it does not know what the file belongs to. */
export type ViewedFile = {
  readonly key: string | number;
  readonly name: string;
  readonly mimeType?: string;
  /** Where the bytes can be looked at. */
  readonly url: string;
  /** Left out for files that are kept elsewhere: they have no download (I:51). */
  readonly downloadUrl?: string;
};

export type Preview = "pdf" | "image" | "external" | "none";

const imageTypes = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);
const typesByExtension: Record<string, string> = {
  pdf: "application/pdf",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
};

/** What can be shown inside the portal; Word files and the like are downloaded. */
export function previewOf(file: ViewedFile): Preview {
  if (/^https?:/i.test(file.url)) return "external";
  const type = file.mimeType ?? typesByExtension[extensionOf(file.name)] ?? "";
  if (type === "application/pdf") return "pdf";
  return imageTypes.has(type) ? "image" : "none";
}
