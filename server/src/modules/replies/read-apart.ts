/** Reads a mail with the limits of 8.2: whoever wrote it may have wanted to keep the portal busy. */
import { runApart } from "#server/jobs/worker.ts";
import type { MailToRead, ReadMail } from "./read-mail.ts";

export function readApart(input: MailToRead): Promise<ReadMail> {
  return runApart({
    module: new URL("./read-mail.task.ts", import.meta.url),
    input,
    megabytes: 256,
    milliseconds: 10_000,
  });
}
