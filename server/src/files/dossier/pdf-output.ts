/**
 * Writes a PDF while it is made: what is finished goes out and is forgotten, so that a part of two hundred megabytes
 * needs no more memory than its largest paper. The same objects in the same order give the same bytes.
 */
import { type PDFObject, PDFContext, PDFName, type PDFRef } from "@cantoo/pdf-lib";

const HEADER = "%PDF-1.7\n%\u0081\u0081\u0081\u0081\n";
const OFFSET_DIGITS = 10;

export type Write = (bytes: Uint8Array) => Promise<void>;
export type Trailer = { root: PDFRef; info: PDFRef; id: string };

export class PdfOutput {
  readonly context: PDFContext = PDFContext.create();
  readonly #write: Write;
  readonly #offsets = new Map<number, number>();
  #position = 0;

  constructor(write: Write) {
    this.#write = write;
  }

  /** Everything registered since the last time: it may not be changed any more. */
  async flush(): Promise<void> {
    if (this.#position === 0) await this.#put(Buffer.from(HEADER, "latin1"));
    for (const [ref, object] of this.context.enumerateIndirectObjects()) {
      this.#offsets.set(ref.objectNumber, this.#position);
      await this.#put(objectBytes(ref, object));
      this.context.delete(ref);
    }
  }

  async end({ root, info, id }: Trailer): Promise<void> {
    await this.flush();
    const start = this.#position;
    const size = this.context.largestObjectNumber + 1;
    const lines = ["xref", `0 ${size}`, "0000000000 65535 f "];
    for (let number = 1; number < size; number += 1) {
      const offset = this.#offsets.get(number);
      lines.push(
        offset === undefined
          ? "0000000000 65535 f "
          : `${String(offset).padStart(OFFSET_DIGITS, "0")} 00000 n `,
      );
    }
    const trailer = this.context.obj({ Size: size });
    trailer.set(PDFName.of("Root"), root);
    trailer.set(PDFName.of("Info"), info);
    lines.push("trailer", trailer.toString().replace(/>>\s*$/, `/ID [<${id}> <${id}>]\n>>`));
    lines.push("startxref", String(start), "%%EOF", "");
    await this.#put(Buffer.from(lines.join("\n"), "latin1"));
  }

  async #put(bytes: Uint8Array): Promise<void> {
    this.#position += bytes.length;
    await this.#write(bytes);
  }
}

function objectBytes(ref: PDFRef, object: PDFObject): Uint8Array {
  const size = object.sizeInBytes();
  const head = Buffer.from(`${ref.objectNumber} ${ref.generationNumber} obj\n`, "latin1");
  const tail = Buffer.from("\nendobj\n", "latin1");
  const bytes = new Uint8Array(head.length + size + tail.length);
  bytes.set(head);
  object.copyBytesInto(bytes, head.length);
  bytes.set(tail, head.length + size);
  return bytes;
}
