import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MEGABYTE, type UploadRuleName, withHeicAdvice } from "contract/files";
import { badRequest } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { openFileBench, type FileBench } from "#testing/file-bench.ts";
import {
  pngHeader,
  sampleDocx,
  sampleHeic,
  sampleHtml,
  sampleImage,
  samplePdf,
  sampleSvg,
} from "#testing/sample-files.ts";
import { decrypt } from "./encryption.ts";
import { openStoredFile } from "./open.ts";
import { collect } from "./plain-source.ts";
import { keepFiles } from "./stored.ts";

const pdf = await samplePdf();
const png = await sampleImage("png");
const gif = await sampleImage("gif");
const macroDocument = await sampleDocx([{ name: "word/vbaProject.bin", content: "x" }]);
const tenMegabytes = await samplePdf(10 * MEGABYTE);

let bench: FileBench;

beforeAll(async () => {
  bench = await openFileBench();
});

afterAll(() => bench.close());

beforeEach(() => {
  bench.onUpload((received) => inTransaction((tx) => keepFiles(tx, received.files)));
});

/** Whatever a test does: a row has bytes, bytes have a row, and nothing waits in the spool. */
afterEach(() => bench.requireInStep());

type Part = { name: string; bytes: Buffer; type?: string };

function formOf(...parts: Part[]): FormData {
  const form = new FormData();
  for (const { name, bytes, type = "application/octet-stream" } of parts) {
    form.append("files", new Blob([new Uint8Array(bytes)], { type }), name);
  }
  return form;
}

describe("an upload", () => {
  it("is stored encrypted and comes back bit for bit", async () => {
    const form = formOf({ name: "Passport.pdf", bytes: tenMegabytes });
    form.append("category", "uncategorized");
    const { status, files, fields } = await bench.upload("caseDocument", form);
    expect({ status, fields }).toEqual({ status: 200, fields: { category: "uncategorized" } });
    const [row] = (await bench.rows()).slice(-1);
    expect(row).toMatchObject({
      kind: "document",
      caseId: bench.caseId,
      mimeType: "application/pdf",
      size: tenMegabytes.length,
      name: expect.stringMatching(/^[0-9a-f]{32}\.pdf$/),
    });
    expect(files).toHaveLength(1);
    if (!row) throw new Error("no row");
    const plain = await collect(decrypt(await openStoredFile(row)));
    expect(plain.equals(tenMegabytes)).toBe(true);
    const path = join(
      runtime.config.dataDirectory,
      "files",
      "objects",
      row.storageKey.slice(0, 2),
      row.storageKey.slice(2, 4),
      row.storageKey,
    );
    expect((await readFile(path)).includes("%PDF-")).toBe(false);
  });

  it("keeps names in every script, in the order of the request", async () => {
    const names = ["جواز السفر.pdf", 'Zoë "Z" – 護照.pdf', "👩‍👩‍👧.pdf"];
    let received: string[] = [];
    bench.onUpload(async ({ files }) => {
      received = files.map((file) => file.originalName);
      return [];
    });
    await bench.upload("caseDocument", formOf(...names.map((name) => ({ name, bytes: pdf }))));
    expect(received).toEqual(names);
  });

  it("leaves no trace of its name on the disk", { tags: ["asvs-53", "S-53"] }, async () => {
    const names = [
      "../../up.pdf",
      "..\\..\\up.pdf",
      "/etc/cron.d/x.pdf",
      "%2e%2e%2fup.pdf",
      "nul.pdf",
      "a;b`c`.pdf",
    ];
    const form = formOf(...names.map((name) => ({ name, bytes: pdf })));
    expect(await bench.upload("caseDocument", form)).toMatchObject({ status: 200 });
    const { dataDirectory } = runtime.config;
    const found = await readdir(join(dataDirectory, "files"), { recursive: true });
    for (const path of found) {
      expect(path).toMatch(
        /^(tmp|objects(\/[0-9a-f]{2}){0,2}|objects(\/[0-9a-f]{2}){2}\/[0-9a-f]{32})$/,
      );
    }
  });

  it("is recognised when it comes a second time, though its bytes on disk differ", async () => {
    const first = await bench.upload("caseDocument", formOf({ name: "a.pdf", bytes: pdf }));
    const second = await bench.upload("caseDocument", formOf({ name: "a.pdf", bytes: pdf }));
    expect(second.files[0]?.digest).toBe(first.files[0]?.digest);
    expect(second.files[0]?.storageKey).not.toBe(first.files[0]?.storageKey);
  });

  it("takes twenty files and no more", { tags: ["D-172"] }, async () => {
    const parts = Array.from({ length: 20 }, (_, at) => ({ name: `${at}.pdf`, bytes: pdf }));
    expect((await bench.upload("caseDocument", formOf(...parts))).files).toHaveLength(20);
    const tooMany = await bench.upload(
      "caseDocument",
      formOf(...parts, { name: "21.pdf", bytes: pdf }),
    );
    expect(tooMany).toMatchObject({ status: 400, message: "Please select at most 20 files" });
  });

  it("may come without a file only where words suffice", { tags: ["D-141"] }, async () => {
    const form = new FormData();
    form.append("message", "Hello");
    const comment = await bench.upload("commentAttachment", form);
    expect(comment).toMatchObject({ status: 200, files: [], fields: { message: "Hello" } });
    const empty = formOf({ name: "", bytes: Buffer.alloc(0) });
    expect(await bench.upload("commentAttachment", empty)).toMatchObject({
      status: 200,
      files: [],
    });
  });

  it.each(["IMG_1.HEIC", "photo.jpg", "photo.exe", "photo"])(
    "of an iPhone's photo is refused as %s with how to send a JPEG",
    { tags: ["C-DOC-023"] },
    async (name) => {
      const heic = await sampleHeic();
      const refusal = await bench.upload("caseDocument", formOf({ name, bytes: heic }));
      expect(refusal).toMatchObject({
        status: 400,
        message: withHeicAdvice(`${name} is not a supported file type`),
      });
      const other = await bench.upload("caseDocument", formOf({ name, bytes: gif }));
      expect(other).toMatchObject({ message: `${name} is not a supported file type` });
    },
  );

  it("of an avatar with too many pixels says how many it may have", async () => {
    const bytes = pngHeader(5001, 5000);
    expect(await bench.upload("avatar", formOf({ name: "me.png", bytes }))).toMatchObject({
      status: 400,
      message: "The picture is too large. Please choose one of at most 25 megapixels.",
    });
  });

  it(
    "of an avatar is drawn anew without what the camera wrote into it",
    { tags: ["asvs-57"] },
    async () => {
      const photo = await sharp(await sampleImage("jpeg", { width: 900, height: 700 }))
        .withExif({ IFD0: { Artist: "SECRET PLACE" } })
        .toBuffer();
      expect(photo.includes("SECRET PLACE")).toBe(true);
      const { files } = await bench.upload("avatar", formOf({ name: "me.jpg", bytes: photo }));
      const [row] = (await bench.rows()).slice(-1);
      expect(files[0]).toMatchObject({ kind: "avatar", mimeType: "image/webp" });
      if (!row) throw new Error("no row");
      const plain = await collect(decrypt(await openStoredFile(row)));
      expect(await sharp(plain).metadata()).toMatchObject({
        format: "webp",
        width: 512,
        height: 512,
      });
      expect(plain.includes("SECRET PLACE")).toBe(false);
    },
  );
});

describe("a refused upload leaves nothing and says why", { tags: ["S-27", "asvs-17"] }, () => {
  const tooLarge = Buffer.concat([tenMegabytes, Buffer.from("x")]);
  const largePicture = Buffer.concat([png, randomBytes(5 * MEGABYTE)]);
  const onePart = (name: string, bytes: Buffer): Part[] => [{ name, bytes }];
  const someBad = [
    ...onePart("1.pdf", pdf),
    ...onePart("2.pdf", tenMegabytes),
    ...onePart("3.exe", pdf),
  ];

  it.each<[string, UploadRuleName, Part[]]>([
    ["Big scan.pdf is larger than 10MB", "caseDocument", onePart("Big scan.pdf", tooLarge)],
    ["Please select a file smaller than 10MB", "commentAttachment", onePart("a.pdf", tooLarge)],
    ["File size must be less than 10MB", "serviceAgreement", onePart("a.pdf", tooLarge)],
    ["File size must be less than 5MB", "avatar", onePart("a.png", largePicture)],
  ])("because of its size: %s", async (message, rule, parts) => {
    const before = (await bench.rows()).length;
    expect(await bench.upload(rule, formOf(...parts))).toMatchObject({ status: 413, message });
    expect(await bench.rows()).toHaveLength(before);
  });

  it.each<[string, UploadRuleName, Part[]]>([
    ["a.gif is not a supported file type", "caseDocument", onePart("a.gif", gif)],
    ["a$&.pdf is not a supported file type", "caseDocument", onePart("a$&.pdf", sampleHtml)],
    ["m.docx is not a supported file type", "caseDocument", onePart("m.docx", macroDocument)],
    ["3.exe is not a supported file type", "caseDocument", someBad],
    ["a.png is not a supported file type", "avatar", onePart("a.png", sampleSvg)],
    ["cut.png is not a supported file type", "avatar", onePart("cut.png", png.subarray(0, 300))],
    ["Please select a PDF file", "serviceAgreementPdf", onePart("a.png", png)],
    ["Please select one file", "paymentReceipt", someBad.slice(0, 2)],
    ["No files selected", "caseDocument", []],
    ["Please select files to upload", "sampleDocument", []],
  ])("because of what it is: %s", async (message, rule, parts) => {
    const before = (await bench.rows()).length;
    const form = formOf(...parts);
    form.append("note", "x");
    expect(await bench.upload(rule, form)).toMatchObject({ status: 400, message });
    expect(await bench.rows()).toHaveLength(before);
  });

  it(
    "also for exactly one byte too many, and not for exactly 10 MB",
    { tags: ["asvs-47", "D-068"] },
    async () => {
      expect(
        (await bench.upload("caseDocument", formOf({ name: "a.pdf", bytes: tenMegabytes }))).status,
      ).toBe(200);
      expect(
        (await bench.upload("caseDocument", formOf({ name: "a.pdf", bytes: tooLarge }))).status,
      ).toBe(413);
    },
  );
});

describe("bytes and row live and die together", { tags: ["T5", "reliability-3"] }, () => {
  const form = () => formOf({ name: "a.pdf", bytes: pdf }, { name: "b.pdf", bytes: pdf });

  it("when the handler refuses", async () => {
    bench.onUpload(async () => {
      throw badRequest("Not this case");
    });
    expect(await bench.upload("caseDocument", form())).toMatchObject({
      status: 400,
      message: "Not this case",
    });
    expect(await bench.stored()).toHaveLength((await bench.rows()).length);
  });

  it("when the transaction is rolled back after the rows were written", async () => {
    bench.onUpload(({ files }) =>
      inTransaction(async (tx) => {
        await keepFiles(tx, files);
        throw new Error("a later step failed");
      }),
    );
    expect((await bench.upload("caseDocument", form())).status).toBe(500);
    expect(await bench.stored()).toHaveLength((await bench.rows()).length);
  });

  it("when something fails after the commit", async () => {
    const before = (await bench.rows()).length;
    bench.onUpload(async ({ files }) => {
      await inTransaction((tx) => keepFiles(tx, files));
      throw new Error("the answer could not be written");
    });
    expect((await bench.upload("caseDocument", form())).status).toBe(500);
    expect(await bench.rows()).toHaveLength(before + 2);
  });

  it("when the handler keeps only some of them, as for a repeated request", async () => {
    const before = (await bench.rows()).length;
    bench.onUpload(({ files }) => inTransaction((tx) => keepFiles(tx, files.slice(0, 1))));
    expect((await bench.upload("caseDocument", form())).status).toBe(200);
    expect(await bench.rows()).toHaveLength(before + 1);
  });

  it("when the case is gone in the meantime", async () => {
    const response = await fetch(`${bench.origin}/upload/caseDocument/999999`, {
      method: "POST",
      body: form(),
    });
    expect(response.status).toBe(404);
  });
});
