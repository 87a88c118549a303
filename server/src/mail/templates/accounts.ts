/** Mails about signing in and about one's own account. They hold no contents of a case. */
import { EMAIL_CHANGE_HOURS } from "contract/profile";
import { CODE_LIFE_MINUTES, RESET_LINK_HOURS, type Role } from "contract/session";
import { INVITATION_DAYS } from "contract/users";
import { writtenMoment } from "#server/mail/bureau-time.ts";
import type { Letter } from "#server/mail/letter.ts";

type Circumstances = { deviceName: string | null; ipAddress: string; at: string };

const NOT_YOU =
  "If this was not you, change your password at once and tell your contact at the bureau.";

export function codeLetter(data: Circumstances & { code: string }): Letter {
  return {
    subject: "Your verification code",
    paragraphs: ["Enter this code to finish signing in:"],
    code: data.code,
    closing: [
      `It works once, for ${CODE_LIFE_MINUTES} minutes. Nobody from the bureau will ever ask you for it.`,
      `Asked for by ${describe(data)}.`,
      NOT_YOU,
    ],
  };
}

export function newDeviceLetter(data: Circumstances): Letter {
  return {
    subject: "New device signed in",
    paragraphs: [
      `Your account was used with a new device: ${describe(data)}.`,
      "You can remove devices in your profile, under Security.",
    ],
    closing: [NOT_YOU],
  };
}

export function failedSignInsLetter(data: Circumstances & { count: number }): Letter {
  return {
    subject: "Failed attempts to sign in",
    paragraphs: [
      `Somebody has tried to sign in to your account with a wrong password ${data.count} times, most recently from ${describe(data)}.`,
      "Further attempts are slowed down. If you have forgotten your password, reset it with the link on the sign-in page.",
    ],
  };
}

export function exhaustedCodesLetter(data: Circumstances): Letter {
  return {
    subject: "Too many wrong verification codes",
    paragraphs: [
      `Somebody has entered your password and then too many wrong verification codes, most recently from ${describe(data)}.`,
      "For the next hours no further codes will be sent. Reset your password with the link on the sign-in page: this also lets you sign in again.",
    ],
  };
}

export function resetLinkLetter(data: { url: string }): Letter {
  return {
    subject: "Reset your password",
    paragraphs: ["Somebody has asked to reset the password of your account."],
    button: { label: "Set a new password", url: data.url },
    closing: [
      `The link works once, for ${RESET_LINK_HOURS} hour.`,
      "If this was not you, you need do nothing: your password stays as it is.",
    ],
  };
}

export function passwordChangedLetter(data: Circumstances): Letter {
  return {
    subject: "Your password was changed",
    paragraphs: [
      `The password of your account was changed with ${describe(data)}.`,
      "Other devices have been signed out.",
    ],
    closing: [NOT_YOU],
  };
}

export function factorsChangedLetter(data: Circumstances & { what: string }): Letter {
  return {
    subject: "How you sign in has changed",
    paragraphs: [
      `${data.what}, with ${describe(data)}.`,
      "You can see how you sign in in your profile, under Security.",
    ],
    closing: [NOT_YOU],
  };
}

export function factorsRemovedLetter(data: { at: string }): Letter {
  return {
    subject: "How you sign in has changed",
    paragraphs: [
      `An administrator removed your passkeys, your authenticator app and your recovery codes on ${writtenMoment(data.at)}.`,
      "At your next sign-in you are asked for a code by mail.",
    ],
    closing: ["If you did not ask for this, tell your contact at the bureau at once."],
  };
}

export function emailChangedLetter(data: { at: string; newEmail: string }): Letter {
  return {
    subject: "Your email address was changed",
    paragraphs: [
      `The email address of your account was changed to ${data.newEmail} on ${writtenMoment(data.at)}. Mails no longer come to this address.`,
    ],
    closing: ["If you do not know of this, tell your contact at the bureau at once."],
  };
}

/** To the new address (D-131). */
export function emailConfirmLetter(data: { url: string }): Letter {
  return {
    subject: "Confirm your new email address",
    paragraphs: ["Somebody has asked to use this address for an account of the portal."],
    button: { label: "Confirm this address", url: data.url },
    closing: [
      `The link works once, for ${EMAIL_CHANGE_HOURS} hours.`,
      "If this was not you, you need do nothing: the address is not used without the link.",
    ],
  };
}

/** To an address that is somebody else's already; whoever asked does not learn it. */
export function emailTakenLetter(data: { at: string }): Letter {
  return {
    subject: "Somebody tried to use your email address",
    paragraphs: [
      `On ${writtenMoment(data.at)} somebody asked to use this address for another account of the portal. Nothing has changed, and they have not been told that it is yours.`,
    ],
    closing: ["If this was you, ask your contact at the bureau."],
  };
}

/** To the address before, while the new one waits. */
export function emailAskedLetter(data: Circumstances & { newEmail: string; url: string }): Letter {
  return {
    subject: "Your email address is about to change",
    paragraphs: [
      `Somebody who knows your password asked to change the email address of your account to ${data.newEmail}, with ${describe(data)}. It changes as soon as the new address is confirmed.`,
      "If this was not you, cancel it here. This also signs you out everywhere; then set a new password.",
    ],
    button: { label: "Cancel the change", url: data.url },
    closing: [
      `The link works until the new address is confirmed, at most ${EMAIL_CHANGE_HOURS} hours.`,
    ],
  };
}

/** To an address that an administrator has given to an account. */
export function emailGivenLetter(data: { at: string }): Letter {
  return {
    subject: "Your email address was changed",
    paragraphs: [
      `An administrator made this the email address of your account on ${writtenMoment(data.at)}. Sign in with it from now on; your password is the same.`,
    ],
    closing: ["If you do not know of this, tell your contact at the bureau at once."],
  };
}

export function roleChangedLetter(data: { role: string }): Letter {
  return {
    subject: "Your account has changed",
    paragraphs: [
      `Your account now has the role ${data.role}. Please sign in again.`,
      "If you have questions, ask your contact at the bureau.",
    ],
  };
}

type InvitationData = {
  url: string;
  caseCount: number;
  role: Role;
  bureau: string;
  /** Null: the terminal, or somebody who has gone. */
  inviter: string | null;
};

const asWhom: Record<Role, string> = {
  admin: "as an administrator",
  agent: "as an agent",
  accountant: "as an accountant",
  client: "",
};

/** Clients come to their own cases, staff to their work. */
export function invitationLetter(data: InvitationData): Letter {
  const { url, caseCount, role, bureau, inviter } = data;
  const cases = caseCount === 1 ? "one case" : `${caseCount} cases`;
  const portal = role === "client" ? "client portal" : "portal";
  const invites = inviter === null ? "You are invited" : `${inviter} invites you`;
  return {
    subject: `${invites} to the ${portal} of ${bureau}`,
    paragraphs: [
      role === "client"
        ? `${invites} to the portal in which ${bureau} and you follow your citizenship application together.`
        : `${invites} to work in the portal of ${bureau} ${asWhom[role]}.`,
      ...(caseCount > 0 ? [`You will find ${cases} there.`] : []),
    ],
    button: { label: "Complete your registration", url },
    closing: [
      `The link works once, for ${INVITATION_DAYS} days.`,
      "If you do not know the bureau, you need do nothing.",
    ],
  };
}

/** To admins, about what looks like an attack. */
export function alertLetter(data: { sentence: string; at: string }): Letter {
  return {
    subject: "Security alert",
    paragraphs: [data.sentence, `Noticed on ${writtenMoment(data.at)}.`],
  };
}

function describe({ deviceName, ipAddress, at }: Circumstances): string {
  return `${deviceName ?? "Unknown Device"}, address ${ipAddress}, on ${writtenMoment(at)}`;
}
