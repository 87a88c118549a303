import { and, eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bureauApi, type UpdateBureauInput } from "contract/bureau";
import { operationsApi } from "contract/operations";
import { runtime } from "#server/core/runtime.ts";
import { bureauName, tellBureauChanged } from "#server/database/bureau.ts";
import { bureau } from "#server/database/tables/bureau.ts";
import { securityEvents } from "#server/database/tables/security-events.ts";
import { users } from "#server/database/tables/users.ts";
import { bureauOnPaper } from "#server/files/papers/bureau-on-paper.ts";
import { logoMark } from "#server/http/pages.ts";
import { drawSheet } from "#server/modules/invoices/pdf/draw-invoice.ts";
import { sheetOf } from "#server/modules/invoices/pdf/invoice-sheet.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildInvoice } from "#testing/factories/invoices.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { mailsTo } from "#testing/mails.ts";
import { sampleImage, samplePdf } from "#testing/sample-files.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { textOfPdf } from "#testing/text-of-pdf.ts";

const { get, update, getLogo, uploadLogo, removeLogo } = bureauApi;
const nothing: UpdateBureauInput = {
  name: null,
  address: null,
  trn: null,
  phone: null,
  website: null,
  bankDetails: { USD: null, AED: null },
  letterFoot: null,
};

let portal: TestApp;
let admin: TestClient;
let adminEmail: string;
beforeAll(async () => {
  portal = await openTestApp({ settings: { BUREAU_NAME: "Settings Bureau" } });
  const user = await buildAdmin();
  adminEmail = user.email;
  admin = await portal.as(user);
});
afterAll(() => portal.close());

const pageText = async (url: string) =>
  (await portal.visitor().request({ method: "GET", url })).bytes.toString("utf8");
const change = (changes: Partial<UpdateBureauInput>) =>
  admin.call(update, { body: { ...nothing, ...changes } });
const logo = (name: string, bytes: Buffer, type: string) => ({
  query: { theme: "light" as const },
  files: [{ field: "logo", name, bytes, type }],
});
const drawnLogo = async () => {
  const { status, headers, bytes } = await portal
    .visitor()
    .request({ method: "GET", url: `${getLogo.path}?theme=light` });
  return { status, type: headers["content-type"], bytes };
};

describe("who the bureau is", () => {
  it(
    "is BUREAU_NAME until a name is saved, which is then everywhere at once",
    { tags: ["W-BUR-001"] },
    async () => {
      expect(await admin.call(get)).toMatchObject({ name: "Settings Bureau", ownName: null });
      expect(await pageText("/manifest.webmanifest")).toContain("Settings Bureau Case Portal");
      await change({ name: "Harbour & Sons" });
      expect(await admin.call(get)).toMatchObject({ name: "Harbour & Sons" });
      expect(await pageText("/manifest.webmanifest")).toContain("Harbour & Sons Case Portal");
      const bankDetails = { USD: "IBAN 7", AED: null };
      await change({ name: "Harbour & Sons", bankDetails });
      expect((await mailsTo(adminEmail)).at(-1)?.text).toMatch(/Harbour & Sons\n$/);
      await change({ name: "Harbour & Sons", letterFoot: "Licensed since 2009" });
      await change({ name: "Harbour & Sons", letterFoot: "Licensed since 2009", bankDetails });
      const signed = (await mailsTo(adminEmail)).at(-1);
      expect(signed?.text).toMatch(/Harbour & Sons\n\nLicensed since 2009\n$/);
      expect(signed?.html).toContain("Harbour &amp; Sons<br>Licensed since 2009</p>");
      await admin.call(operationsApi.sendTestMail);
      expect((await bureauOnPaper()).name).toBe("Harbour & Sons");
      await change(nothing);
      expect(await admin.call(get)).toMatchObject({ name: "Settings Bureau", ownName: null });
    },
  );

  it("reaches a portal that has not changed it itself", { tags: ["W-BUR-001"] }, async () => {
    await runtime.database.transaction(async (tx) => {
      await tx.update(bureau).set({ name: "Told by another portal" });
      await tellBureauChanged(tx);
    });
    await expect.poll(bureauName).toBe("Told by another portal");
    await change(nothing);
  });

  it("stands on papers with its address, tax number, bank details and foot", async () => {
    await change({
      address: "12 Harbour Road\nDubai",
      trn: "100000000000003",
      bankDetails: { USD: "Bank of Specimen, IBAN 0001", AED: "Not on this paper" },
      letterFoot: "Licensed agents since 2009",
    });
    const caseFile = await buildCase();
    const row = await buildInvoice({ caseId: caseFile.id, currency: "USD" });
    const [text = ""] = await textOfPdf(await drawSheet(await sheetOf({ row, caseFile } as never)));
    for (const words of ["12 Harbour Road", "TRN: 100000000000003", "IBAN 0001", "since 2009"])
      expect(text.replaceAll(/\s/g, "")).toContain(words.replaceAll(/\s/g, ""));
    expect(text).not.toContain("Not on this paper");
    await change(nothing);
  });

  it(
    "is changed by admins alone, and told to others in part",
    { tags: ["W-BUR-002"] },
    async () => {
      await change({ phone: "+971 4 000 0000", address: "Secret Street", letterFoot: "Foot" });
      for (const role of ["client", "agent", "accountant"] as const) {
        const other = await portal.as(await buildUser({ role }));
        expect(await other.refused(403, update, { body: nothing })).toMatchObject({
          message: "Admin access required",
        });
        expect(await other.call(get)).toEqual({
          name: "Settings Bureau",
          phone: "+971 4 000 0000",
          website: null,
          ownName: null,
          usualName: null,
          address: null,
          trn: null,
          bankDetails: null,
          letterFoot: null,
          logos: null,
          version: null,
        });
      }
    },
  );

  it(
    "is an event with the names of the fields, and bank details mail every enabled admin",
    { tags: ["W-BUR-004"] },
    async () => {
      await change(nothing);
      const others = [await buildUser({ role: "admin" }), await buildUser({ role: "admin" })];
      const gone = await buildUser({ role: "admin" });
      const agent = await buildUser({ role: "agent" });
      await runtime.database
        .update(users)
        .set({ disabledAt: new Date().toISOString() })
        .where(eq(users.id, gone.id));
      const { version } = await admin.call(get);
      await change({ trn: "7" });
      await change({ trn: "7", bankDetails: { USD: null, AED: "IBAN 9" } });
      await change({ trn: "7", bankDetails: { USD: null, AED: "IBAN 9" } });
      const events = await runtime.database
        .select({ metadata: securityEvents.metadata })
        .from(securityEvents)
        .where(
          and(
            eq(securityEvents.kind, "bureau.changed"),
            sql`(${securityEvents.metadata} ->> 'version')::integer > ${version}`,
          ),
        )
        .orderBy(securityEvents.id);
      expect(events.map(({ metadata }) => (metadata as { fields: string[] }).fields)).toEqual([
        ["trn"],
        ["bankDetails.AED"],
      ]);
      for (const { email } of others) {
        const mails = await mailsTo(email);
        expect(mails.map(({ subject }) => subject)).toEqual(["Bank details were changed"]);
        expect(mails[0]?.text).toContain(
          "changed the bank details for AED. If you do not know of this, tell your colleagues before anybody pays.",
        );
      }
      for (const { email } of [gone, agent]) expect(await mailsTo(email)).toEqual([]);
    },
  );

  it("is not overwritten by whoever has not seen the change of the same field", async () => {
    const { version } = await admin.call(get);
    const headers = { "if-match": `"${version}"` };
    await change({ trn: "1" });
    const lost = await admin.refused(409, update, { body: { ...nothing, trn: "2" }, headers });
    expect(lost).toMatchObject({ current: { trn: "1" } });
    const body = { ...nothing, trn: "1", phone: "5" };
    expect(await admin.call(update, { body, headers })).toMatchObject({ trn: "1", phone: "5" });
    expect(
      await admin.refused(400, update, { body: { ...nothing, website: "javascript:alert(1)" } }),
    ).toMatchObject({ fields: { website: expect.any(String) } });
  });
});

describe("a logo", () => {
  it("is drawn anew as PNG, seen by everybody and gone when it is removed", async () => {
    expect((await drawnLogo()).status).toBe(404);
    await admin.call(uploadLogo, logo("logo.jpg", await sampleImage("jpeg"), "image/jpeg"));
    const { status, type, bytes } = await drawnLogo();
    expect([status, type]).toEqual([200, "image/png"]);
    expect((await sharp(bytes).metadata()).format).toBe("png");
    expect((await bureauOnPaper()).logo).toEqual(bytes);
    const { logos, version } = await admin.call(get);
    expect(logos).toEqual(["light"]);
    // By it every page knows that there is one, and which.
    expect(logoMark()).toBe(`${version}`);
    await admin.call(removeLogo, { query: { theme: "light" } });
    expect((await drawnLogo()).status).toBe(404);
    expect(logoMark()).toBe("");
  });

  it("of lines loses its scripts and links", { tags: ["W-BUR-003"] }, async () => {
    const svg = `<?xml version="1.0"?>
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="20" onload="alert(1)">
      <script>alert(1)</script><image xlink:href="file:///etc/passwd" width="9" height="9"/>
      <image href="http://127.0.0.1:1/x.png" width="9" height="9"/><rect width="40" height="20" fill="#0a4454"/></svg>`;
    await admin.call(uploadLogo, logo("logo.svg", Buffer.from(svg), "image/svg+xml"));
    const { type, bytes } = await drawnLogo();
    expect(type).toBe("image/png");
    expect((await sharp(bytes).metadata()).format).toBe("png");
    for (const trace of ["script", "alert", "passwd", "root:"])
      expect(bytes.includes(trace)).toBe(false);
    const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual([0x0a, 0x44, 0x54]);
  });

  it("that reads another file, or grows as it is read, is refused", async () => {
    const around = (entities: string) =>
      `<?xml version="1.0"?><!DOCTYPE svg [${entities}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&a9;</text></svg>`;
    const file = '<!ENTITY a9 SYSTEM "file:///etc/passwd">';
    const growing = Array.from({ length: 9 }, (_, index) => {
      const inside = index === 0 ? "ha".repeat(99) : `&a${index};`.repeat(10);
      return `<!ENTITY a${index + 1} "${inside}">`;
    }).join("");
    for (const entities of [file, growing]) {
      const bytes = Buffer.from(around(entities));
      await admin.refused(400, uploadLogo, logo("logo.svg", bytes, "image/svg+xml"));
    }
  });

  it(
    "above 1 MB is 413, of another kind 400, of too many pixels 400",
    { tags: ["W-BUR-003"] },
    async () => {
      const large = Buffer.concat([await sampleImage("png"), Buffer.alloc(1_048_577)]);
      await admin.refused(413, uploadLogo, logo("logo.png", large, "image/png"));
      await admin.refused(400, uploadLogo, logo("logo.pdf", await samplePdf(), "application/pdf"));
      await admin.refused(400, uploadLogo, logo("logo.png", await samplePdf(), "image/png"));
      await admin.refused(
        400,
        uploadLogo,
        logo("logo.svg", Buffer.from("<b>no</b>"), "image/svg+xml"),
      );
      const huge = '<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="9000"/>';
      await admin.refused(400, uploadLogo, logo("logo.svg", Buffer.from(huge), "image/svg+xml"));
    },
  );
});
