/** What an answer of a mail server says about the address of a recipient, once and for all. */

export class AddressRefused extends Error {
  /** As '5.1.1', or the server's plain number. */
  readonly code: string;

  constructor(code: string, options: ErrorOptions) {
    super(`The address was refused (${code})`, options);
    this.name = "AddressRefused";
    this.code = code;
  }
}

type Answer = { command?: unknown; responseCode?: unknown; response?: unknown };

const WITH_CODE = new Set([550, 551, 553, 554]);
const WITHOUT_CODE = new Set([550, 551, 553]);

/** Null for everything that may pass: a full mailbox, a policy, a server that is busy. */
export function refusalIn(error: unknown): string | null {
  const { command, responseCode, response } = (error ?? {}) as Answer;
  if (command !== "RCPT TO" || typeof responseCode !== "number") return null;
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})(?:\s|$)/.exec(String(response))?.[1];
  if (enhanced === undefined) return WITHOUT_CODE.has(responseCode) ? String(responseCode) : null;
  return WITH_CODE.has(responseCode) && enhanced.startsWith("5.1.") ? enhanced : null;
}
