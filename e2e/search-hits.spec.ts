/** Where the hits of the search lead: to the row or message itself, in sight and focused. */
import type { Locator } from "@playwright/test";
import { api } from "contract/api";
import { buildApplicant } from "server/testing/factories/applicants.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { buildComment } from "server/testing/factories/comments.ts";
import { buildDocument } from "server/testing/factories/documents.ts";
import { buildInvoice } from "server/testing/factories/invoices.ts";
import { messageIn } from "#e2e/support/discussion.ts";
import { expect, test } from "#e2e/support/test.ts";

async function expectFound(place: Locator): Promise<void> {
  await expect(place).toBeFocused();
  await expect(place).toBeInViewport();
}

test(
  "a hit opens where it points, and Back leaves it",
  { tag: ["@W-FND-019"] },
  async ({ accounts, login, apiAs }) => {
    const agent = await accounts.create("agent");
    const caseFile = await buildCase({ assignedTo: [agent] });
    const ofCase = { caseId: caseFile.id };
    const words = { ...ofCase, userId: agent.id };
    for (let count = 0; count < 70; count += 1)
      await buildComment({ ...words, message: `Said before ${count}` });
    const bureau = await apiAs(agent);
    const sent = await bureau.call(api.comments.create, {
      params: { id: caseFile.id },
      body: { message: "The zebrafinch certificate" },
    });
    for (let count = 0; count < 70; count += 1)
      await buildComment({ ...words, message: `Said later ${count}` });
    const page = await login(agent);
    const address = `/case/${encodeURIComponent(caseFile.caseId)}`;

    await test.step("a message, in the chat around it", async () => {
      await page.goto("/profile");
      await page.getByRole("button", { name: "Jump to a case or page" }).click();
      await page.getByRole("combobox").fill("zebrafinch");
      await page.getByRole("option", { name: /zebrafinch/ }).click();
      await expect(page).toHaveURL(`${address}?open=chat&message=${sent.id}`);
      await expectFound(messageIn(page, "The zebrafinch certificate"));
      await expect(messageIn(page, "Said before 69")).toBeAttached();
      await expect(messageIn(page, "Said later 0")).toBeAttached();
      const chat = page.getByRole("dialog", { name: /Case Discussion/ });
      await page.goBack();
      await expect(chat).toBeHidden();
      await expect(page).toHaveURL(address);
      await page.goBack();
      await expect(page).toHaveURL("/profile");

      await page.goto(`${address}?open=chat&message=${sent.id}`);
      await page.getByRole("button", { name: "Newest messages" }).click();
      await expect(messageIn(page, "Said later 69")).toBeInViewport();
      await page.goto(`${address}?open=chat&message=999999999`);
      await expect(page.getByText("This message no longer exists.")).toBeVisible();
      await expect(messageIn(page, "Said later 69")).toBeInViewport();
    });

    await test.step("a document, in the section in which it stands now", async () => {
      for (let count = 0; count < 30; count += 1)
        await buildDocument({ ...ofCase, category: "passport", originalName: `a-${count}.pdf` });
      const filed = await buildDocument({
        ...ofCase,
        category: "passport",
        originalName: "the one.pdf",
      });
      const link = (id: number) => `${address}?tab=forms&document=${id}`;
      await page.goto(link(filed.id));
      await expectFound(page.getByRole("row", { name: /the one\.pdf/ }));
      await page.goto(link(999_999_999));
      await expect(page.getByText("This document no longer exists.")).toBeVisible();
      await page.getByRole("tab", { name: "Stage 1" }).click();
      await expect(page.getByText("This document no longer exists.")).toBeHidden();
    });

    await test.step("a person and an invoice of the case", async () => {
      const person = await buildApplicant({ ...ofCase, fullName: "Amina Zed" });
      const invoice = await buildInvoice({ ...ofCase, status: "Sent" });
      const at = (place: string) => page.goto(`${address}?${place}`);
      await at(`tab=applicants&person=${person.id}`);
      await expectFound(page.getByRole("rowgroup").filter({ has: page.getByRole("textbox") }));
      await at("tab=applicants&person=999999999");
      await expect(page.getByText("This person is no longer in the case.")).toBeVisible();
      await at(`tab=invoices&invoice=${invoice.invoiceId}`);
      await expectFound(page.getByRole("article", { name: invoice.invoiceId }));
      await at("tab=invoices&invoice=gone");
      await expect(
        page.getByText("This invoice is not among those of the case any more."),
      ).toBeVisible();
    });

    await test.step("a user, for admins", async () => {
      const admin = await login("admin");
      await admin.goto(`/users?user=${agent.id}`);
      await expectFound(admin.getByRole("row").filter({ hasText: agent.email }));
      await admin.goto("/users?user=999999999");
      await expect(admin.getByText("This user no longer exists.")).toBeVisible();
    });
  },
);
