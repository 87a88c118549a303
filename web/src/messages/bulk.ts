const cases = (count: number) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? "case" : "cases"}`;

export const bulkMessages = {
  bar: "Selected cases",
  select: (title: string) => `Select ${title}`,
  selected: (count: string) => `${count} selected`,
  selectAll: (count: string) => `Select all ${count} found`,
  narrow: "Narrow the list to at most 1,000 cases.",
  status: "Status…",
  assign: "Assign…",
  remind: "Remind…",
  clear: "Clear",
  progress: (done: string, total: string) => `${done} of ${total}`,
  moved: (count: number, status: string) => `${cases(count)} moved to ${status}`,
  assigned: (count: number) => `${cases(count)} assigned`,
  reminded: (count: number) =>
    `${count.toLocaleString("en-US")} ${count === 1 ? "reminder" : "reminders"} sent`,
  undone: "Undone",
  report: (done: string, notDone: string) => `Done: ${done}. Not done: ${notDone}.`,
  reportHint: "These cases stay as they were.",
  copy: "Copy list",
  copied: "Copied",
  notCopied: "Failed to copy",
  reasons: {
    missing: "Case not found",
    failed: "Something went wrong",
    refused: "Refused",
  },
  assignTitle: (count: number) => `Assign ${cases(count)}`,
  assignHint: "They are added to whoever is assigned already.",
  assignSubmit: "Assign",
  failedTitle: "Error",
  failed: "Failed to change the cases",
  undoFailed: "Failed to undo",
};
