/** The kinds of content the portal takes, and how each is recognised from outside. What is inside is read in inspect.ts. */
import { extensionOf, type UploadRule } from "contract/files";

export type FormatName =
  | "pdf"
  | "doc"
  | "docx"
  | "jpeg"
  | "png"
  | "webp"
  | "gif"
  | "heic"
  | "svg"
  | "txt"
  | "csv"
  | "xlsx"
  | "zip";

export type FileFormat = {
  readonly name: FormatName;
  /** What is stored and sent, never what the client has declared. */
  readonly mimeType: string;
  readonly extensions: readonly string[];
  /** Other labels that programs put on the same content. */
  readonly aliases: readonly string[];
  /** A browser shows it safely by itself (security.md 5.3). */
  readonly isShownInline: boolean;
};

const wordTypes = [
  "application/msword",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
] as const;

const formats: readonly FileFormat[] = [
  {
    name: "pdf",
    mimeType: "application/pdf",
    extensions: ["pdf"],
    aliases: ["application/x-pdf"],
    isShownInline: true,
  },
  // Offices label the old and the new Word format with each other's type.
  {
    name: "doc",
    mimeType: wordTypes[0],
    extensions: ["doc"],
    aliases: wordTypes,
    isShownInline: false,
  },
  {
    name: "docx",
    mimeType: wordTypes[1],
    extensions: ["docx"],
    aliases: wordTypes,
    isShownInline: false,
  },
  {
    name: "jpeg",
    mimeType: "image/jpeg",
    extensions: ["jpg", "jpeg"],
    aliases: ["image/jpg", "image/pjpeg"],
    isShownInline: true,
  },
  {
    name: "png",
    mimeType: "image/png",
    extensions: ["png"],
    aliases: ["image/x-png"],
    isShownInline: true,
  },
  {
    name: "webp",
    mimeType: "image/webp",
    extensions: ["webp"],
    aliases: [],
    isShownInline: true,
  },
  { name: "gif", mimeType: "image/gif", extensions: ["gif"], aliases: [], isShownInline: true },
  {
    name: "heic",
    mimeType: "image/heic",
    extensions: ["heic"],
    aliases: ["image/heif", "image/heic-sequence", "image/heif-sequence"],
    isShownInline: false,
  },
  // Taken for logos alone, which are drawn anew: none is ever stored or sent as it came.
  {
    name: "svg",
    mimeType: "image/svg+xml",
    extensions: ["svg"],
    aliases: [],
    isShownInline: false,
  },
  { name: "txt", mimeType: "text/plain", extensions: ["txt"], aliases: [], isShownInline: true },
  // Windows takes a CSV file for one of the old Excel.
  {
    name: "csv",
    mimeType: "text/csv",
    extensions: ["csv"],
    aliases: ["application/csv", "application/vnd.ms-excel"],
    isShownInline: false,
  },
  {
    name: "xlsx",
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    extensions: ["xlsx"],
    aliases: [],
    isShownInline: false,
  },
  // Many a program calls everything an archive that is packed like one: the label says nothing of others.
  {
    name: "zip",
    mimeType: "application/zip",
    extensions: ["zip"],
    aliases: ["application/x-zip-compressed"],
    isShownInline: false,
  },
];

/** Labels that ask a browser to run something; such a part is refused whatever it holds. */
const activeTypes =
  /^(text\/html|application\/xhtml\+xml|image\/svg(\+xml)?|(text|application)\/xml|(text|application)\/(x-)?(java|ecma)script)$/;

/** What a browser would run is never told to be what it is. */
export function isActiveType(mimeType: string): boolean {
  return activeTypes.test(mimeType);
}

export function formatOfMimeType(mimeType: string): FileFormat | undefined {
  return formats.find((format) => format.mimeType === mimeType);
}

/** The format a part claims to be, or nothing when this upload does not take it or its labels contradict each other. */
export function claimedFormat(
  rule: UploadRule,
  name: string,
  declaredType: string,
): FileFormat | undefined {
  const extension = extensionOf(name);
  if (!rule.extensions.includes(extension)) return undefined;
  const format = formats.find((candidate) => candidate.extensions.includes(extension));
  return format && !contradicts(format, declaredType) ? format : undefined;
}

/**
 * Programs label files carelessly (n8n sends every PDF as text/plain), so an unknown or a plain label says nothing; the
 * label of another format, or of something a browser would run, does.
 */
function contradicts(format: FileFormat, declaredType: string): boolean {
  const declared = declaredType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (declared === "text/plain" || isLabelOf(format, declared)) return false;
  if (activeTypes.test(declared)) return true;
  return formats.some((other) => other.name !== "zip" && isLabelOf(other, declared));
}

function isLabelOf(format: FileFormat, declared: string): boolean {
  return format.mimeType === declared || format.aliases.includes(declared);
}
