/** Names as they come from every system, and from people who hope that a name is a command. The content is a good PDF. */
import { samplePdf } from "#testing/sample-files.ts";
import type { Accepted, Refused } from "./file-sample.ts";

/** What is sent, and what is shown. */
const kept: [sent: string, shown: string][] = [
  ["جواز السفر.pdf", "جواز السفر.pdf"],
  ["護照 – 出生証明.pdf", "護照 – 出生証明.pdf"],
  ["👩‍👩‍👧 family.pdf", "👩‍👩‍👧 family.pdf"],
  ["Zoë %22Z%22; name=x.pdf", 'Zoë "Z"; name=x.pdf'],
  ["e\u0301te\u0301.pdf", "été.pdf"],
  ["scan\u202Efdp.pdf", "scanfdp.pdf"],
  ["../../etc/passwd.pdf", "passwd.pdf"],
  ["..\\..\\windows\\boot.pdf", "boot.pdf"],
  ["/etc/cron.d/job.pdf", "job.pdf"],
  ["C:\\fakepath\\scan.pdf", "scan.pdf"],
  ["a\u0000b.pdf", "ab.pdf"],
  ["%2e%2e%2fup.pdf", "%2e%2e%2fup.pdf"],
  ["CON.pdf", "CON.pdf"],
  ["nul.pdf", "nul.pdf"],
  ["com1.tar.pdf", "com1.tar.pdf"],
  ["program.exe.pdf", "program.exe.pdf"],
  ["a$(reboot)`id`;|&.pdf", "a$(reboot)`id`;|&.pdf"],
  ["' or 1=1 --.pdf", "' or 1=1 --.pdf"],
  ["<img src=x onerror=alert(1)>.pdf", "<img src=x onerror=alert(1)>.pdf"],
  ["=cmd|' !A0.pdf", "=cmd|' !A0.pdf"],
  ["  spaced.pdf  ", "spaced.pdf"],
  ["a.p\u200Bdf", "a.pdf"],
  ["...pdf", "...pdf"],
  [`${"x".repeat(5000)}.pdf`, `${"x".repeat(196)}.pdf`],
  [`${"ص".repeat(300)}.pdf`, `${"ص".repeat(196)}.pdf`],
];

/** What is sent, and the name in the refusal. */
const refused: [sent: string, shown: string][] = [
  ["pdf", "pdf"],
  [".pdf", ".pdf"],
  ["passport", "passport"],
  ["a.pdf.exe", "a.pdf.exe"],
  ["a.pdf.", "a.pdf."],
  ["a.pdf%00.exe", "a.pdf%00.exe"],
  ["a.pdf\u0000.exe", "a.pdf.exe"],
  ["a．pdf", "a．pdf"],
  ["invoice\u202Efdp.exe", "invoicefdp.exe"],
  ["a.pdf::$DATA", "a.pdf::$DATA"],
  ["\u202E\u200F", "document"],
];

/** The reader of the form takes these for paths to nothing. */
const nameless = ["a.pdf/", "..", "/"];

export async function oddNames(): Promise<{ accepted: Accepted[]; refused: Refused[] }> {
  const bytes = await samplePdf();
  const what = (name: string) => `${JSON.stringify(name.slice(0, 40))}, ${name.length} long`;
  return {
    accepted: kept.map(([name, keptAs]) => ({ what: what(name), name, bytes, keptAs })),
    refused: [
      ...refused.map(([name, shown]) => ({
        what: what(name),
        name,
        bytes,
        message: `${shown} is not a supported file type`,
      })),
      ...nameless.map((name) => ({ what: what(name), name, bytes, message: "A file has no name" })),
    ],
  };
}
