/** A dialog is as high as its content, and as high as the window lets it be when that is less. */
import { join } from "node:path";
import type { DrivenBrowser, Size } from "./driven-browser.ts";
import { button, dialog, tab, text } from "./elements.ts";
import { until } from "./until.ts";

/** The narrowest window with dialogs in its middle, a phone on its side, a tablet, a desk. */
const SIZES: Size[] = [
  { width: 768, height: 1024 },
  { width: 844, height: 390 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
];

const MARGINS = 64;

interface Heights {
  dialog: number;
  /** What the window lets it have. */
  room: number;
  /** What its body hides until somebody scrolls. */
  hidden: number;
  headAndFoot: boolean;
}

const HEIGHTS = `(() => {
  const dialog = document.querySelector('[role="dialog"]');
  const moving = dialog.getAnimations().some((animation) => animation.playState === "running");
  if (moving) return null;
  const body = [...dialog.querySelectorAll("*")].find(
    (element) => getComputedStyle(element).overflowY === "auto",
  );
  const box = dialog.getBoundingClientRect();
  return {
    dialog: Math.round(box.height),
    room: innerHeight - ${MARGINS},
    hidden: body.scrollHeight - body.clientHeight,
    headAndFoot: box.top >= 0 && box.bottom <= innerHeight,
  };
})()`;

export async function checkDialogHeights(sitting: {
  browser: DrivenBrowser;
  origin: string;
  family: string;
  directory: string;
}): Promise<void> {
  const { browser, origin, family, directory } = sitting;
  for (const size of SIZES) {
    await browser.resize(size);
    await browser.open(origin);
    await checkOpened(browser, { size, opener: button("Create Case"), directory });
    await browser.click(`//a[contains(., "${family}")]`);
    await browser.click(tab("Uncategorized"));
    await browser.see(text("Download All"));
    for (const opener of [
      button("Upload Documents"),
      button("Edit Case"),
      button("Activity"),
      await documentButton(browser, "View statement.pdf"),
    ])
      await checkOpened(browser, { size, opener, directory });
  }
}

/** Documents stand in a table or, where it has no room, in lines; the other of the two is there but hidden. */
async function documentButton(browser: DrivenBrowser, name: string): Promise<string> {
  const hasTable = await browser.evaluate<boolean>(
    `(document.querySelector("main table")?.offsetWidth ?? 0) > 0`,
  );
  return `//${hasTable ? "tr" : "li"}${button(name)}`;
}

async function checkOpened(
  browser: DrivenBrowser,
  { size, opener, directory }: { size: Size; opener: string; directory: string },
): Promise<void> {
  await browser.click(opener);
  await browser.see(dialog);
  let last: Heights | null = null;
  const isRight = async () => {
    last = await browser.evaluate<Heights | null>(HEIGHTS);
    return last !== null && last.headAndFoot && (last.hidden <= 1 || last.dialog >= last.room - 1);
  };
  await until("its height", isRight).catch(() => {
    const seen = JSON.stringify(last);
    throw new Error(`The dialog of ${opener} at ${size.width} × ${size.height}: ${seen}`);
  });
  const name = opener.replaceAll(/.*?"([^"]+)".*/g, "$1");
  await browser.screenshot(join(directory, `${name} ${size.width}x${size.height}.png`));
  await browser.escape();
  await until("it closes", () =>
    browser.evaluate<boolean>(`!document.querySelector('[role="dialog"]')`),
  );
}
