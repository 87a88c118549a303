import { notificationText as textOf } from "contract/notification-text";
import type { Notification } from "contract/notifications";
import type { CurrentUser } from "contract/session";
import { bureauDay, formatPlainDate } from "#web/format/time.ts";

/** What has happened, as a sentence. */
export function notificationText(told: Notification, reader: CurrentUser): string {
  return textOf(told, {
    isClient: reader.role === "client" && !reader.isAdmin,
    today: bureauDay(new Date()),
    writeDay: formatPlainDate,
  });
}

type Part = { readonly part: string; readonly isName: boolean };

/** Where names stand in a sentence. */
export function inParts(text: string, names: readonly string[]): readonly Part[] {
  const [name, ...others] = names;
  if (name === undefined) return text === "" ? [] : [{ part: text, isName: false }];
  const at = name === "" ? -1 : text.indexOf(name);
  if (at === -1) return inParts(text, others);
  return [
    ...inParts(text.slice(0, at), others),
    { part: name, isName: true },
    ...inParts(text.slice(at + name.length), others),
  ];
}
