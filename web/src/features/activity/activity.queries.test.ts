import { expect, it } from "vitest";
import { toastsOf } from "#web/feedback/test-toasts.tsx";
import { useAddNote } from "./activity.queries.ts";

it(
  "says that an internal note was added, or was not",
  { tags: ["C-ERR-033", "C-ERR-059"] },
  async () => {
    expect(await toastsOf(() => useAddNote({ id: 1 }), "Call the bank", { id: 2 })).toEqual({
      done: ["Internal note added", "The note has been added."],
      failed: ["Error adding note", "Failed to add internal note. Please try again."],
    });
  },
);
