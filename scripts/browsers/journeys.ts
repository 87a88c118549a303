/** The main job, as a bureau does it in one sitting: each journey goes on where the one before it has ended. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Mailbox } from "e2e/support/mailbox.ts";
import { makePdf } from "e2e/support/sample-files.ts";
import { checkDialogHeights } from "./dialog-heights.ts";
import type { DrivenBrowser } from "./driven-browser.ts";
import {
  button,
  buttonBeginning,
  combobox,
  dialog,
  field,
  inDialog,
  option,
  tab,
  text,
} from "./elements.ts";
import { until } from "./until.ts";

export interface Sitting {
  browser: DrivenBrowser;
  origin: string;
  /** An admin who has never signed in with this browser. */
  person: { email: string; password: string };
  mailbox: Mailbox;
  /** Of this sitting alone. */
  family: string;
  directory: string;
}

export const journeys: Record<string, (sitting: Sitting) => Promise<void>> = {
  "sign in": signIn,
  "create a case": createCase,
  "upload a document": upload,
  "view a PDF": viewPdf,
  "write in the chat": chat,
  "create an invoice": createInvoice,
  "dialogs at their heights": checkDialogHeights,
};

async function signIn({ browser, origin, person, mailbox }: Sitting): Promise<void> {
  const known = (await mailbox.mailsTo(person.email)).length;
  await browser.open(origin);
  await browser.fill(field("Email"), person.email);
  await browser.fill(field("Password"), person.password);
  await browser.click(button("Sign in"));
  await browser.see(text("Verify Your Device"));
  await browser.click(field("Verification code"));
  await browser.type(await mailbox.waitForCode(person.email, known));
  await browser.click(button("Verify Code"));
  await browser.see(button("Create Case"));
}

async function createCase({ browser, family }: Sitting): Promise<void> {
  await browser.click(button("Create Case"));
  await browser.see(dialog);
  await browser.fill(inDialog(field("Title")), family);
  await browser.click(inDialog(combobox("Nationality")));
  await browser.type("Lebanese");
  await browser.click(option("Lebanese"));
  await browser.fill(inDialog(field("Citizenship fee")), "130000");
  await browser.click(inDialog(button("Create Case")));
  await browser.click(`//a[contains(., "${family}")]`);
  await browser.see(`//h1[contains(., "${family}")]`);
}

async function upload({ browser, directory }: Sitting): Promise<void> {
  const file = join(directory, "statement.pdf");
  await writeFile(file, (await makePdf("statement.pdf")).buffer);
  await browser.click(button("Upload Documents"));
  await browser.see(dialog);
  await browser.attach(inDialog('//input[@type="file"]'), file);
  await browser.click(inDialog(buttonBeginning("Upload")));
  // What is uploaded waits there for its type.
  await browser.click(tab("Uncategorized"));
  await browser.see(button("View statement.pdf"));
}

/** The first page has to carry ink, and much more paper. */
const INK = `(() => {
  const canvas = document.querySelector('[role="dialog"] canvas');
  if (canvas === null || canvas.width === 0) return null;
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  let ink = 0, paper = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] < 255) continue;
    if (data[at] < 80) ink += 1;
    if (data[at] > 240) paper += 1;
  }
  return { ink, paper };
})()`;

async function viewPdf({ browser }: Sitting): Promise<void> {
  await browser.click(button("View statement.pdf"));
  await until("ink and paper on the first page", async () => {
    const seen = await browser.evaluate<{ ink: number; paper: number } | null>(INK);
    return seen !== null && seen.ink > 500 && seen.paper > 100 * seen.ink;
  });
  const height = await browser.evaluate<number>(
    `document.querySelector('[role="dialog"]').clientHeight - innerHeight`,
  );
  if (height < -64) throw new Error(`The viewer leaves ${-height} px of the window's height.`);
}

async function chat({ browser }: Sitting): Promise<void> {
  await browser.escape();
  await browser.click(buttonBeginning("Open Chat"));
  await browser.fill(field("Message"), "Please send the second page as well.");
  await browser.click(inDialog(button("Send message")));
  await browser.see(inDialog('//article[contains(., "Please send the second page as well.")]'));
  await browser.escape();
}

async function createInvoice({ browser, origin, family }: Sitting): Promise<void> {
  await browser.open(`${origin}/invoices`);
  await browser.click(button("Create Invoice"));
  await browser.see(dialog);
  await browser.click(inDialog(combobox("Case")));
  await browser.type(family);
  await browser.click(option(family));
  await browser.click(inDialog(combobox("Stage")));
  await browser.click(option("Stage 1"));
  await browser.click(inDialog(button("Generate")));
  await browser.fill(inDialog(field("USD Fee")), "18000");
  await browser.click(inDialog(button("Create Invoice")));
  await browser.see(`//tbody//tr[contains(., "${family}")]`);
}
