/** What every other journey leans on: had these been broken, the others would pass for the wrong reason. */
import { api } from "contract/api";
import { roles } from "contract/session";
import { buildCase } from "server/testing/factories/cases.ts";
import { expectAccessible } from "./accessibility.ts";
import { Faults } from "./faults.ts";
import { makeDocx, makeJpeg, makePdf } from "./sample-files.ts";
import { expect, test } from "./test.ts";

test("a journey notices what goes wrong behind its back", async ({ browser, portal }) => {
  const faults = new Faults(portal.origin);
  const context = await browser.newContext({ bypassCSP: true });
  faults.watch(context);
  const page = await context.newPage();
  await page.goto(`${portal.origin}/terms`);
  expect(faults.unexpected()).toEqual([]);

  await page.evaluate(() => {
    console.error("a stray error");
    void fetch("https://elsewhere.example/").catch(() => undefined);
    setTimeout(() => {
      throw new Error("an uncaught error");
    });
  });
  const expected = ["a stray error", "elsewhere.example", "an uncaught error"];
  for (const part of expected) {
    await expect.poll(() => faults.unexpected().join("\n")).toContain(part);
  }
  faults.allow(/./);
  expect(faults.unexpected()).toEqual([]);
  await context.close();
});

test("a journey notices a violation of the content security policy", async ({ page, faults }) => {
  await page.goto("/terms");
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "document.title = 'injected'";
    document.body.append(script);
  });
  await expect.poll(() => faults.unexpected().join()).toContain("Content Security Policy");
  expect(await page.title()).not.toBe("injected");
  faults.allow(/Content Security Policy/);
});

test("an inaccessible page is not called accessible", async ({ page }) => {
  await page.setContent('<html lang="en"><title>x</title><main><h1>x</h1><input></main></html>');
  await expect(expectAccessible(page)).rejects.toThrow("label");
});

test("people are signed in as who they are, without clicking", async ({ login, apiAs }) => {
  for (const role of roles) {
    const user = await (await apiAs(role)).call(api.session.getUser);
    expect(user.role).toBe(role);
  }
  const page = await login("agent");
  await page.goto("/profile");
  await expect(page).toHaveURL("/profile");
});

test("mails are read from the outbox", async ({ accounts, apiAs, mailbox }) => {
  const client = await accounts.create("client");
  const { email } = client;
  await (await apiAs(client)).call(api.session.forgotPassword, { body: { email } });
  const link = await mailbox.waitForLink(email, "/reset-password");
  expect(new URL(link).searchParams.get("token")).toBeTruthy();
});

test("the sample files are such that the portal takes them", async ({ accounts, apiAs }) => {
  const client = await accounts.create("client");
  const caseFile = await buildCase({ assignedTo: [client] });
  const files = [await makePdf("scan.pdf", { megabytes: 4 }), await makeJpeg("face.jpg")];
  const connection = await apiAs(client);
  const documents = await connection.call(api.documents.upload, {
    params: { id: caseFile.id },
    body: { category: "passport" },
    files: { field: "files", files: [...files, await makeDocx()] },
  });
  const names = documents.map((document) => document.originalName);
  expect(names).toEqual(["scan.pdf", "face.jpg", "شهادة الميلاد.docx"]);
});
