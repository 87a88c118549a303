import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { invoicesApi } from "contract/invoices";
import { openActors } from "#testing/actors.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { bureauNow, bureauToday, bureauYear, startOfBureauDay } from "./bureau-clock.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp({ settings: { BUREAU_ZONE: "Pacific/Kiritimati" } });
});
afterAll(() => portal.close());

describe("a bureau in Kiritimati", () => {
  it(
    "has its own day, hour and year, whatever the machine's zone is",
    { tags: ["W-MAI-031"] },
    () => {
      portal.clock.set("2030-12-31T09:59:59.000Z");
      expect(bureauNow()).toMatchObject({ day: "2030-12-31", hour: 23, minute: 59 });
      portal.clock.set("2030-12-31T10:00:30.000Z");
      expect(bureauNow()).toMatchObject({ day: "2031-01-01", hour: 0, minute: 0 });
      expect(bureauToday()).toBe("2031-01-01");
      expect(bureauYear()).toBe("2031");
      expect(startOfBureauDay("2031-01-01").toISOString()).toBe("2030-12-31T10:00:00.000Z");
    },
  );

  it("gives codes of its own year and dates invoices today", { tags: ["W-MAI-031"] }, async () => {
    const { admin } = await openActors(portal);
    portal.clock.set("2032-12-31T10:00:30.000Z");
    const caseFile = await admin.call(casesApi.create, {
      body: {
        title: "New Year",
        nationality: "British",
        citizenshipProgram: "vanuatu",
        gender: "Ms.",
      },
    });
    expect(caseFile.caseId).toBe("VU-2033-0001");
    const { invoiceId } = await admin.call(invoicesApi.generateCode, {
      body: { stage: "Stage 1" },
    });
    expect(invoiceId).toContain("-2033-");
    const invoice = await admin.call(invoicesApi.create, {
      body: {
        caseId: caseFile.id,
        caseTitle: caseFile.title,
        stage: "Stage 1",
        invoiceId,
        usdFee: 100,
      },
    });
    expect(invoice.date).toBe("2033-01-01");
    portal.clock.set(new Date().toISOString());
  });
});
