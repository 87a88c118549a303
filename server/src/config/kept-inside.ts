import type { Config } from "./config.ts";

/** For a demonstration that anybody may use: its mails become files, and nobody is told or asked anything. */
export function keptInside(config: Config): Config {
  const urls = {
    case_creation: null,
    invoice_payment: null,
    document_upload: null,
    status_change: null,
  };
  return Object.freeze({
    ...config,
    mail: { ...config.mail, smtpUrl: null },
    mailbox: null,
    webhooks: { ...config.webhooks, urls },
  });
}
