/** Taking lists and cases out as files. */
export const exportMessages = {
  button: "Export",
  csv: "CSV",
  excel: "Excel",
  failedTitle: "Download failed",
  failed: "Failed to export",
  wholeCase: {
    item: "Export case…",
    title: "Export case",
    description:
      "One ZIP with the case's records and files, and a manifest that names each of them.",
    audience: "Who is it for?",
    for: {
      bureau: "For the bureau",
      client: "For the client",
    },
    holds: {
      bureau: "All that you see of the case, with dossiers and whole passport numbers.",
      client: "What the client sees in the portal, and nothing else.",
    },
    unencrypted: "The file is not encrypted. Keep it where nobody else can read it.",
    submit: "Export",
    exporting: "Exporting...",
  },
};
