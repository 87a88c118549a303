/** Texts of the card that leads a new bureau through its first days. */
export const firstStepsMessages = {
  title: "First steps",
  progress: (done: number, total: number) => `${done} of ${total} done`,
  dismiss: "Dismiss",
  isDone: "Done:",
  isOpen: "To do:",
  bureau: {
    title: "Name your bureau",
    text: "Its name stands on every page, in every mail and on every paper.",
    action: "Bureau",
  },
  mail: {
    title: "Send a test mail",
    text: "Nobody else can sign in before mails arrive. SMTP_URL names the mail server.",
    action: "Send a test mail",
    pending: "Sending...",
  },
  keys: {
    title: "Copy the keys",
    text: "Without them no backup can be opened. Keep them apart from the data.",
    action: "I have copied them",
  },
  backup: {
    title: "Make a backup",
    text: "Database and files in one encrypted file, while the portal runs:",
    command: "npm run backup -- portal.backup",
  },
  colleague: {
    title: "Invite a colleague",
    text: "Admins, agents and accountants get a link by mail.",
    action: "User Management",
  },
  cases: {
    title: "Bring your cases in",
    text: "Cases and people from a table, with their scans; or create one case after the other.",
    action: "Import cases",
  },
};
