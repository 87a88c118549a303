/** What each upload takes: one table, enforced by the server, shown by the web (security.md 5.1, D-067, D-068). */

export const MEGABYTE = 1_048_576;

export type UploadRule = {
  /** The multipart field names that carry files (D-069). */
  readonly fields: readonly string[];
  /** Lower-case extensions without the dot. */
  readonly extensions: readonly string[];
  readonly maxBytes: number;
  readonly maxFiles: number;
  readonly tooLarge: string;
  readonly unsupported: string;
  readonly missing: string;
  /** What is said instead where a text part of the form, sent before the file, has this value. */
  readonly unsupportedIf?: {
    readonly field: string;
    readonly value: string;
    readonly text: string;
  };
  /** Some extensions end earlier. */
  readonly smaller?: {
    readonly extensions: readonly string[];
    readonly maxBytes: number;
    readonly tooLarge: string;
  };
};

const officePapers = ["pdf", "doc", "docx", "jpg", "jpeg", "png"] as const;
const photos = ["jpg", "jpeg", "png", "webp", "gif"] as const;

/** `{name}` in a message stands for the file's own name. */
export const uploadRules = {
  caseDocument: {
    fields: ["files", "file"],
    extensions: officePapers,
    maxBytes: 10 * MEGABYTE,
    maxFiles: 20,
    tooLarge: "{name} is larger than 10MB",
    unsupported: "{name} is not a supported file type",
    missing: "No files selected",
  },
  commentAttachment: {
    fields: ["file"],
    extensions: [...photos, "heic", "pdf", "doc", "docx", "txt"],
    maxBytes: 10 * MEGABYTE,
    maxFiles: 1,
    tooLarge: "Please select a file smaller than 10MB",
    unsupported: "{name} is not a supported file type",
    missing: "No files selected",
  },
  serviceAgreement: {
    fields: ["file", "files"],
    extensions: ["pdf", "png", "jpg", "jpeg"],
    maxBytes: 10 * MEGABYTE,
    maxFiles: 20,
    tooLarge: "File size must be less than 10MB",
    unsupported: "{name} is not a supported file type",
    missing: "No files selected",
  },
  serviceAgreementPdf: {
    fields: ["files", "file"],
    extensions: ["pdf"],
    maxBytes: 10 * MEGABYTE,
    maxFiles: 20,
    tooLarge: "File size must be less than 10MB",
    unsupported: "Please select a PDF file",
    missing: "No files selected",
  },
  paymentReceipt: {
    fields: ["file"],
    extensions: officePapers,
    maxBytes: 10 * MEGABYTE,
    maxFiles: 1,
    tooLarge: "{name} is larger than 10MB",
    unsupported: "{name} is not a supported file type",
    missing: "No files selected",
  },
  invoiceFile: {
    fields: ["file"],
    extensions: officePapers,
    maxBytes: 10 * MEGABYTE,
    maxFiles: 1,
    tooLarge: "{name} is larger than 10MB",
    unsupported: "{name} is not a supported file type",
    missing: "No files selected",
  },
  sampleDocument: {
    fields: ["files", "file"],
    extensions: [...officePapers, "txt"],
    maxBytes: 10 * MEGABYTE,
    maxFiles: 20,
    tooLarge: "{name} is larger than 10MB",
    unsupported: "{name} is not a supported file type",
    missing: "Please select files to upload",
  },
  avatar: {
    fields: ["avatar"],
    extensions: photos,
    maxBytes: 5 * MEGABYTE,
    maxFiles: 1,
    tooLarge: "File size must be less than 5MB",
    unsupported: "{name} is not a supported file type",
    missing: "No files selected",
  },
  bureauLogo: {
    fields: ["logo"],
    extensions: ["png", "jpg", "jpeg", "svg"],
    maxBytes: MEGABYTE,
    maxFiles: 1,
    tooLarge: "The logo must be at most 1 MB",
    unsupported: "{name} is not a PNG, JPEG or SVG picture",
    missing: "No files selected",
  },
  /** A table, two of them when cases and people stand in a CSV file each, or scans in a ZIP. */
  importFile: {
    fields: ["file", "files"],
    extensions: ["xlsx", "csv", "zip"],
    maxBytes: 250 * MEGABYTE,
    maxFiles: 2,
    tooLarge: "The file is larger than 250 MB",
    unsupported: "Choose a CSV or Excel file",
    unsupportedIf: { field: "kind", value: "scans", text: "Choose a ZIP file" },
    missing: "Choose a CSV or Excel file",
    smaller: {
      extensions: ["xlsx", "csv"],
      maxBytes: 20 * MEGABYTE,
      tooLarge: "The file is larger than 20 MB",
    },
  },
  /** One of a folder of scans. */
  importScan: {
    fields: ["file"],
    extensions: officePapers,
    maxBytes: 10 * MEGABYTE,
    maxFiles: 1,
    tooLarge: "The file is larger than 10 MB",
    unsupported: "{name} is not a supported file type",
    missing: "No files selected",
  },
} as const satisfies Record<string, UploadRule>;

export type UploadRuleName = keyof typeof uploadRules;

/** Lower case, without the dot; empty when there is none: '.pdf' is a name, not an extension. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot + 1).toLowerCase();
}

/** Whether an upload takes a file of this name; what is inside is judged by the server. */
export function acceptsName(rule: UploadRule, name: string): boolean {
  return rule.extensions.includes(extensionOf(name));
}

/** For the `accept` attribute of a file field. */
export function acceptedTypes(rule: UploadRule): string {
  return rule.extensions.map((extension) => `.${extension}`).join(",");
}

/** So much of a file tells. */
export const HEIC_HEAD_BYTES = 12;
const heicBrands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"];

/** What an iPhone takes pictures in, whatever the file is called: a box `ftyp` and one of these brands. */
export function isHeic(head: Uint8Array): boolean {
  const [box, brand] = [head.subarray(4, 8), head.subarray(8, 12)].map((bytes) =>
    String.fromCharCode(...bytes),
  );
  return box === "ftyp" && heicBrands.includes(brand ?? "");
}

export function withHeicAdvice(sentence: string): string {
  return `${sentence}. It is a HEIC photo. To send a JPEG, choose Settings > Camera > Formats > Most Compatible on the iPhone and take it again, or export the photo as JPEG.`;
}
