/** Files of strangers in the browser of the bureau: whatever is in them and whatever they call themselves, they do nothing. */
import type { BrowserContext, Page } from "@playwright/test";
import { api } from "contract/api";
import { buildCase } from "server/testing/factories/cases.ts";
import { buildDocument } from "server/testing/factories/documents.ts";
import { gifWithComment } from "server/testing/file-samples/containers.ts";
import { sampleImage, samplePdf } from "server/testing/sample-files.ts";
import { expect, test } from "#e2e/support/test.ts";

const TYPES = ["text/html", "image/svg+xml", "text/xml", "application/pdf", "image/gif"];
const BLOCKED = /Blocked script execution|Content Security Policy|MIME type|net::ERR_/;

async function activeFiles(): Promise<Record<string, Buffer>> {
  const page = "<!doctype html><script>executed()</script><img src=x onerror=executed()>";
  const gif = await sampleImage("gif");
  return {
    html: Buffer.from(page),
    svg: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" onload="executed()"><script>executed()</script></svg>',
    ),
    xml: Buffer.from(
      '<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">executed()</x:script>',
    ),
    "pdf and html": Buffer.concat([await samplePdf(), Buffer.from(page)]),
    "gif and js": gifWithComment(gif, "*/=1;executed();//"),
  };
}

/** How often something has run, in any page of this browser. */
async function countExecutions(context: BrowserContext): Promise<() => number> {
  let count = 0;
  await context.exposeBinding("executed", () => void (count += 1));
  return () => count;
}

/** A download is no navigation, and the browser says so with an error. */
async function open(page: Page, url: string): Promise<void> {
  await page.goto(url).catch((error: Error) => {
    if (!/net::ERR_ABORTED|Download is starting/.test(error.message)) throw error;
  });
}

test(
  "no stored file does harm in the browser, and the web server gives out its own files alone",
  { tag: ["@asvs-25", "@asvs-52"] },
  async ({ login, faults, portal }) => {
    faults.allow(BLOCKED);
    const executions = await countExecutions((await login("admin")).context());

    await test.step("no file runs anything, opened by its address under any type, or called as a script", async () => {
      const page = await login("admin");
      const { id: caseId } = await buildCase();
      const addresses: string[] = [];
      for (const content of Object.values(await activeFiles())) {
        for (const mimeType of TYPES) {
          const { id, fileName } = await buildDocument({ caseId, content, mimeType });
          const [view, download] = [api.documents.view.path, api.documents.download.path];
          addresses.push(view.replace(":id", String(id)), download.replace(":id", String(id)));
          addresses.push(`/uploads/${fileName}`);
        }
      }
      for (const address of addresses) await open(page, address);
      await page.goto("/");
      await page.evaluate(async (sources) => {
        for (const source of sources) {
          const script = Object.assign(document.createElement("script"), { src: source });
          const ended = new Promise((resolve) => {
            script.addEventListener("load", resolve);
            script.addEventListener("error", resolve);
          });
          document.body.append(script);
          await ended;
        }
      }, addresses);
      expect(executions()).toBe(0);
    });

    await test.step("the same files run where nothing holds them back", async () => {
      const page = await login("admin");
      const files = await activeFiles();
      for (const [type, body] of [
        ["text/html", files["html"]],
        ["image/svg+xml", files["svg"]],
        ["text/xml", files["xml"]],
        ["text/html", files["pdf and html"]],
      ] as const) {
        const before = executions();
        await page.route("**/bare", (route) => route.fulfill({ contentType: type, body: body! }));
        await page.goto(`${portal.origin}/bare`);
        await expect.poll(executions).toBeGreaterThan(before);
        await page.unroute("**/bare");
      }
    });

    await test.step("the web server gives out its own files and no others, and lists no folder", async () => {
      const { fileName } = await buildDocument();
      const page = await login("admin");
      const start = await page.request.get("/");
      const shell = withoutNonce(await start.text());
      const guesses = [
        `/${fileName}`,
        `/files/${fileName}`,
        `/assets/${fileName}`,
        "/files/",
        "/files/objects/",
        "/data/files/objects/",
        "/.env",
        "/package.json",
        "/server/src/main.ts",
        "/.git/config",
        "/index.html",
        "/..%2f..%2fpackage.json",
        "/%2e%2e/%2e%2e/package.json",
        "/..%5c..%5cpackage.json",
        "//etc/passwd",
        `/${portal.dataDirectory}/keys/files-key`,
      ];
      for (const path of guesses) {
        const answer = await page.request.get(portal.origin + path);
        const text = await answer.text();
        const isShell = answer.status() === 200 && withoutNonce(text) === shell;
        expect(isShell || answer.status() >= 400, `${path}: ${answer.status()} ${text}`).toBe(true);
      }
      for (const folder of ["/assets", "/assets/", "/uploads", "/uploads/", "/api/", "/fonts/"]) {
        const answer = await page.request.get(folder);
        const text = await answer.text();
        expect(text, folder).not.toMatch(/<title>Index of|href="[\w.-]+\.(js|css|pdf|woff2)"/);
        const isShell = answer.status() === 200 && withoutNonce(text) === shell;
        expect(isShell || answer.status() >= 400, folder).toBe(true);
      }
    });
  },
);

/** Every answer has its own. */
/** What differs from answer to answer: the nonce, and whether the frame is drawn before the portal is there. */
function withoutNonce(page: string): string {
  return page.replaceAll(/nonce="[^"]+"|content="[\w+/=-]{20,}"|data-frame="\w+"/g, "");
}
