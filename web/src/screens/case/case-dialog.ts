/** What can stand open over a case; null for nothing. */
export type CaseDialog = "chat" | "activity" | "information" | "assign" | "upload" | null;
