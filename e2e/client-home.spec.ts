/** The home of a client: what is needed of him comes first, on the phone without scrolling. */
import { api } from "contract/api";
import { buildCase } from "server/testing/factories/cases.ts";
import { buildDecision } from "server/testing/factories/checklist.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expectNoSidewaysScroll } from "#e2e/support/layout.ts";
import { expect, test } from "#e2e/support/test.ts";
import { PHONE } from "#e2e/support/viewports.ts";

test.describe("on a phone", () => {
  test.use(PHONE);

  test(
    "a client sees first what is needed of him, and staff the case as ever",
    { tag: ["@W-HOM-001", "@W-HOM-008", "@W-HOM-018"] },
    async ({ login, accounts, apiAs }) => {
      const client = await accounts.create("client");
      const agent = await accounts.create("agent");
      const caseFile = await buildCase({ assignedTo: [client, agent], description: "Our words" });
      const first = await buildDecision({ caseId: caseFile.id, title: "Deed of the flat" });
      const page = await login(client);
      await page.goto(`/case/${caseFile.caseId}`);

      const heading = page.getByRole("heading", { name: "What we need from you" });
      const photo = page.getByRole("button", { name: "Take a photo: Deed of the flat" });
      const needs = page.getByRole("region", { name: "What we need from you" });
      for (const seen of [heading, needs.getByText("Deed of the flat"), photo])
        await expect(seen).toBeInViewport({ ratio: 1 });
      const topOf = async (place: typeof heading) => (await place.boundingBox())?.y ?? 0;
      const title = page.getByRole("heading", { level: 1 });
      const below = [page.getByText("Our words"), page.getByRole("tab", { name: /^Stage 1/ })];
      expect(await topOf(heading)).toBeGreaterThan(await topOf(title));
      for (const place of below) {
        await expect(place).toBeVisible();
        expect(await topOf(place)).toBeGreaterThan(await topOf(photo));
      }
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);

      const bureau = await apiAs("admin");
      await bureau.call(api.checklist.removeExtra, {
        params: { id: caseFile.id, extraId: first.id },
      });
      await expect(
        page.getByRole("heading", { name: "Nothing is needed from you right now" }),
      ).toBeVisible({ timeout: 2000 });

      const staff = await login(agent);
      await staff.goto(`/case/${caseFile.caseId}`);
      await expect(staff.getByText("Our words")).toBeVisible();
      await expect(
        staff.getByRole("heading", { name: /needed from you|Your adviser/ }),
      ).toHaveCount(0);
    },
  );
});
