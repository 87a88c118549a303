import { expect, it } from "vitest";
import { remindersSentence } from "./reminders-sentence.ts";

it(
  "tells who was reminded of how much, and that it is done otherwise",
  { tags: ["W-CHS-023"] },
  () => {
    const reminder = { to: [7, 8], names: ["Clara Client", "Omar Haddad"], items: 3 };
    const sentences = [
      { reminder: { ...reminder, by: "hand" } },
      { reminder: { ...reminder, number: 2, by: "schedule" } },
      { reminder: { to: [7], items: 1, by: "hand" } },
      { reminders: { from: { isOn: true }, to: { isOn: false } } },
      { title: { from: "A", to: "B" } },
    ].map(remindersSentence);
    expect(sentences).toEqual([
      "reminded Clara Client, Omar Haddad of 3 documents",
      "reminder 2 sent to Clara Client, Omar Haddad, 3 documents",
      "reminded 1 person of 1 document",
      "changed the reminders",
      null,
    ]);
  },
);
