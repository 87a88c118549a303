import { type MailToRead, type ReadMail, readMail } from "./read-mail.ts";

export const run = (mail: MailToRead): Promise<ReadMail> => readMail(mail);
