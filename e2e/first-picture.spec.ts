/** What is drawn before a line of the portal's code has run. */
import { expect, test } from "#e2e/support/test.ts";

test("the first answer already draws the frame for whoever is signed in, and for nobody else", async ({
  login,
  page: stranger,
}) => {
  const admin = await login("admin");
  const frameAt = async (asker: typeof admin, address: string) =>
    /<html[^>]* data-frame="(\w+)"/.exec(await (await asker.request.get(address)).text())?.[1];
  for (const address of ["/", "/case/VU-2026-0001?tab=forms", "/invoices"]) {
    expect(await frameAt(admin, address)).toBe("portal");
    expect(await frameAt(stranger, address)).toBe("none");
  }
  expect(await frameAt(admin, "/terms")).toBe("none");

  // Its code never comes: what is seen is the first answer alone.
  await admin.route("**/assets/*.js", () => undefined);
  await admin.goto("/", { waitUntil: "commit" });
  await expect(admin.locator("#first-frame")).toBeVisible();
  await admin.unroute("**/assets/*.js");
  await admin.goto("/");
  await expect(admin.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(admin.locator("#first-frame")).toHaveCount(0);
});
