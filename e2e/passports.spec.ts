/** A passport comes in, is read by the portal itself, and its values are taken over at the desk. */
import type { Locator } from "@playwright/test";
import { applicantsApi } from "contract/applicants";
import { LINE_LENGTH } from "contract/reading-parts";
import { readingsApi } from "contract/readings";
import { buildApplicant } from "server/testing/factories/applicants.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { buildDocument } from "server/testing/factories/documents.ts";
import { drawSpecimen } from "server/testing/passports/specimens.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/test.ts";
import { expectToast } from "#e2e/support/toast.ts";

/** How far a character may stand from the middle of its place. */
const PIXEL = 1;

test(
  "an agent takes the values of a passport over, and hears at once who else has its number",
  { tag: ["@W-MRZ-051", "@W-PAS-015"] },
  async ({ accounts, apiAs, login }) => {
    const agent = await accounts.create("agent");
    const [caseFile, other] = [await buildCase({ assignedTo: [agent] }), await buildCase()];
    const nadim = await buildApplicant({ caseId: caseFile.id, fullName: "Nadim Sarrouf" });
    const namesake = await buildApplicant({ caseId: other.id, fullName: "Nadim Sarrouf" });
    const { bytes, mimeType, lines } = await drawSpecimen("clean scan", 0, "own");
    const { id } = await buildDocument({
      caseId: caseFile.id,
      assignedTo: nadim.id,
      category: "passport",
      originalName: "Main - Passport.png",
      mimeType,
      content: bytes,
    });
    const api = await apiAs(agent);
    await api.call(readingsApi.readAgain, { params: { id } });
    const page = await login(agent);
    await page.goto("/review");
    const card = page.getByRole("region", { name: "Read from the passport" });
    const strip = card.getByRole("group", { name: "The two lines of the passport" });

    await test.step("each character stands below its own in the picture", async () => {
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await expect(strip.locator("img")).toHaveJSProperty("naturalHeight", 100);
        expect(await strip.locator("[data-line]").allTextContents()).toEqual([...lines]);
        expect(await furthestFromItsPlace(strip)).toBeLessThan(PIXEL);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      await expectAccessible(page);
    });

    await test.step("values are used one by one", async () => {
      await card.getByRole("button", { name: "Use: Passport number" }).click();
      await expectToast(page, "Passport number used");
      await card.getByRole("button", { name: "Use: Issuing country" }).click();
      await expectToast(page, "Issuing country used");
      await expect(card.getByRole("button", { name: /^Undo: / })).toHaveCount(2);
    });

    await test.step("somebody else's same number shows by itself", async () => {
      const admin = await apiAs("admin");
      await admin.call(applicantsApi.update, {
        params: { id: namesake.id },
        body: {
          fullName: namesake.fullName,
          passportNumber: lines[1].slice(0, 9).replaceAll("<", ""),
          passportCountry: lines[0].slice(2, 5).replaceAll("<", ""),
        },
      });
      await expect(
        card.getByText("The same passport number is in another case. Ask an admin."),
      ).toBeVisible({ timeout: 2000 });
    });
  },
);

/** Of all characters, in pixels from the middle of the place in the picture above it. */
async function furthestFromItsPlace(strip: Locator): Promise<number> {
  return strip.evaluate((box, length) => {
    const picture = box.querySelector("img")?.getBoundingClientRect();
    const rows = [...box.querySelectorAll("[data-line]")];
    const distances = rows.flatMap((row) =>
      Array.from(row.children, (character, place) => {
        const { left, width } = character.getBoundingClientRect();
        const middle = (picture?.left ?? 0) + ((place + 0.5) * (picture?.width ?? 0)) / length;
        return Math.abs(left + width / 2 - middle);
      }),
    );
    return Math.max(...distances);
  }, LINE_LENGTH);
}
