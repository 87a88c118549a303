type Metadata = Record<string, unknown>;

/** That somebody was reminded, or that it is done otherwise from now on; null for what is about neither. */
export function remindersSentence(metadata: Metadata): string | null {
  const { reminder, reminders } = metadata;
  if (typeof reminders === "object" && reminders !== null) return "changed the reminders";
  if (typeof reminder !== "object" || reminder === null) return null;
  const { names, to, items, number } = reminder as {
    names?: readonly string[];
    to: readonly number[];
    items: number;
    number?: number;
  };
  const people = names?.join(", ") ?? (to.length === 1 ? "1 person" : `${to.length} people`);
  const documents = items === 1 ? "1 document" : `${items} documents`;
  return number === undefined
    ? `reminded ${people} of ${documents}`
    : `reminder ${number} sent to ${people}, ${documents}`;
}
