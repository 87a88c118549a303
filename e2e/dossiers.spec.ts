/** What an authority asked for is answered by a dossier, without a mouse. */
import { buildApplicant } from "server/testing/factories/applicants.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { buildDocument } from "server/testing/factories/documents.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { tabTo } from "#e2e/support/keyboard.ts";
import { expectNoSidewaysScroll } from "#e2e/support/layout.ts";
import { makePdf } from "#e2e/support/sample-files.ts";
import { expect, test } from "#e2e/support/test.ts";
import { DESKTOP, PHONE } from "#e2e/support/viewports.ts";

for (const [width, { viewport }] of [
  ["390", PHONE],
  ["1440", DESKTOP],
] as const)
  test(
    `a dossier is ordered and built by keyboard alone at ${width}`,
    { tag: ["@W-DOS-049"] },
    async ({ accounts, login }) => {
      const agent = await accounts.create("agent");
      const { id: caseId, caseId: code } = await buildCase({ assignedTo: [agent] });
      const { id: assignedTo } = await buildApplicant({ caseId, fullName: "Maya Haddad" });
      const accepted = { caseId, assignedTo, reviewState: "accepted", isApproved: true } as const;
      for (const category of ["passport", "birth"] as const) {
        const { buffer: content } = await makePdf(`${category}.pdf`);
        await buildDocument({ ...accepted, category, content, originalName: `${category}.pdf` });
      }
      const page = await login(agent);
      await page.setViewportSize(viewport);
      await page.goto(`/case/${code}/dossiers`);
      const press = async (name: string | RegExp, key = "Enter") => {
        await tabTo(page, page.getByRole("main").getByRole("button", { name }));
        await page.keyboard.press(key);
      };
      await tabTo(page, page.getByRole("main").getByRole("link", { name: "Build dossier" }));
      await page.keyboard.press("Enter");
      await press(/^Answer/);
      await tabTo(page, page.getByLabel("Addressee"));
      await page.keyboard.type("Financial Intelligence Unit");
      await press("Next");

      for (const paper of ["Passport", "Birth Certificate"]) {
        await tabTo(page, page.getByRole("checkbox", { name: new RegExp(`^${paper}`) }));
        await page.keyboard.press("Space");
      }
      const papers = page.getByRole("main").getByRole("listitem").getByRole("button");
      await expect(papers).toHaveText([/^Passport/, /^Birth Certificate/]);
      await tabTo(page, papers.last());
      await page.keyboard.press("Alt+ArrowUp");
      await expect(papers).toHaveText([/^Birth Certificate/, /^Passport/]);
      await expect(papers.first()).toBeFocused();
      await page.keyboard.press("Alt+ArrowDown");
      await expect(papers).toHaveText([/^Passport/, /^Birth Certificate/]);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await press("Next");
      await tabTo(page, page.getByRole("combobox", { name: "Size of a part" }));
      await page.keyboard.press("Control+Enter");
      await expect(
        page.getByText("Built", { exact: true }).filter({ visible: true }).last(),
      ).toBeVisible();
    },
  );
