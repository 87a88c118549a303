/** A spreadsheet of running cases is brought in without a mouse. */
import { eq } from "drizzle-orm";
import { runtime } from "server/src/core/runtime.ts";
import { cases } from "server/src/database/tables/cases.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { pickFiles } from "#e2e/support/controls.ts";
import { tabTo } from "#e2e/support/keyboard.ts";
import { expectNoSidewaysScroll } from "#e2e/support/layout.ts";
import { expect, test } from "#e2e/support/test.ts";
import { DESKTOP, PHONE } from "#e2e/support/viewports.ts";

for (const [width, { viewport }] of [
  ["390", PHONE],
  ["1440", DESKTOP],
] as const)
  test(
    `columns, check and import by keyboard alone at ${width}`,
    { tag: ["@W-IMP-025"] },
    async ({ accounts, login }) => {
      const page = await login(await accounts.create("admin"));
      await page.setViewportSize(viewport);
      await page.goto("/imports?import=new");
      // What an import has said of a head is proposed to the next.
      const head = `Subject ${width}`;
      const codes = [1, 2, 3].map((at) => `KEY-${width}-${at}`);
      const lines = codes.map(
        (code, at) => `${code},Family ${at},${at < 2 ? "nauru" : "?"},Lebanon`,
      );
      const table = Buffer.from([`File no.,${head},Program,Country`, ...lines].join("\n"));
      await pickFiles(page, [{ name: "running.csv", mimeType: "text/csv", buffer: table }]);

      const subject = page.getByRole("combobox", { name: `Column ${head}` });
      await expect(page.getByText("Still needed: Title", { exact: true })).toBeVisible();
      await expectAccessible(page);
      await tabTo(page, subject);
      await page.keyboard.press("Enter");
      const title = page.getByRole("option", { name: "Title", exact: true });
      await expect(title).toBeVisible();
      await page.keyboard.type("Tit");
      await expect(title).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(subject).toHaveText("Title");
      await tabTo(page, page.getByRole("button", { name: "Check", exact: true }));
      await page.keyboard.press("Enter");

      await expect(
        page.getByText("3 rows: 2 ready, 0 with warnings, 1 with problems"),
      ).toBeVisible();
      await expect(page.getByText('Unknown program "?"')).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await tabTo(page, page.getByRole("checkbox", { name: "Leave out 1 row with problems" }));
      await page.keyboard.press("Space");
      await tabTo(page, page.getByRole("button", { name: "Start import" }));
      await page.keyboard.press("Enter");

      await expect(page.getByText("2 created · 1 left out")).toBeVisible();
      expect(await runtime.database.$count(cases, eq(cases.caseId, codes[0] ?? ""))).toBe(1);
      await tabTo(page, page.getByRole("button", { name: "Undo import" }));
      await page.keyboard.press("Enter");
      const question = page.getByRole("alertdialog");
      await tabTo(page, question.getByRole("button", { name: "Undo import" }));
      await page.keyboard.press("Enter");
      await expect(page.getByText("2 removed · 1 left out")).toBeVisible();
      expect(await runtime.database.$count(cases, eq(cases.caseId, codes[0] ?? ""))).toBe(0);
    },
  );
