/** Taking lists out as files. */
export const exportMessages = {
  button: "Export",
  csv: "CSV",
  excel: "Excel",
  failedTitle: "Download failed",
  failed: "Failed to export",
};
