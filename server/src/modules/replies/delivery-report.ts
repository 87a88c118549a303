/** What a report says about a mail that did not arrive (RFC 3464). */
export type DeliveryReport = { isPermanent: boolean; code: string };

/** Null: unreadable, or it does not speak of a failure. */
export function readDeliveryReport(text: string): DeliveryReport | null {
  // The first group speaks of the mail, each further one of a recipient.
  for (const group of text.replaceAll("\r\n", "\n").split(/\n\s*\n/)) {
    const action = /^action:\s*(\w+)/im.exec(group)?.[1]?.toLowerCase();
    const code = /^status:\s*(\d\.\d{1,3}\.\d{1,3})/im.exec(group)?.[1];
    if (action === "failed" && code !== undefined)
      return { isPermanent: code.startsWith("5."), code };
  }
  return null;
}
