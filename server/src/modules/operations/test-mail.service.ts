/**
 * A mail to whoever asks for it, past the outbox: an admin wants to see now what the mail server says, and not that it
 * will be tried again later.
 */
import { randomUUID } from "node:crypto";
import type { SignedInActor } from "#server/core/actor.ts";
import { refusedOutside } from "#server/core/errors.ts";
import { maskText } from "#server/core/log.ts";
import { runtime } from "#server/core/runtime.ts";
import { bureauName, bureauRow } from "#server/database/bureau.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import { AddressRefused } from "#server/integrations/mail/address-refused.ts";
import { mailCarrier } from "#server/integrations/mail/carrier.ts";
import { headOf } from "#server/mail/delivery.ts";
import { renderLetter } from "#server/mail/letter.ts";
import { testLetter } from "#server/mail/templates/notices.ts";
import { assertOperates } from "./operations.policy.ts";

const MOST_REASON_CHARACTERS = 300;

export async function sendTestMail(actor: SignedInActor): Promise<void> {
  assertOperates(actor);
  const { email, name } = actor;
  const { appOrigin, mail } = runtime.config;
  const letter = renderLetter(testLetter({ url: appOrigin }), {
    bureauName: bureauName(),
    foot: bureauRow().letterFoot,
    name,
  });
  try {
    await mailCarrier().carry({
      ...headOf(`0.${randomUUID()}`),
      to: { name, address: email },
      ...letter,
    });
  } catch (error) {
    throw refusedOutside(`The mail server refused: ${reasonOf(error)}`);
  }
  // Ticks a first step; a file in the outbox has proven nothing.
  if (mail.smtpUrl !== null)
    await recordSecurityEvent(runtime.database, { kind: "mail.tested", userId: actor.id });
}

function reasonOf(error: unknown): string {
  // What the server said itself, not what the portal makes of it.
  const said = error instanceof AddressRefused ? error.cause : error;
  const text = said instanceof Error ? said.message : String(said);
  return maskText(text.replace(/\s+/g, " ").trim()).slice(0, MOST_REASON_CHARACTERS);
}
