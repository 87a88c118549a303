/** Texts of the Edit Case dialog on the dashboard. */
export const editCase = {
  title: "Edit Case",
  loading: "Loading case details...",
  notFound: "Case not found",
  tabs: {
    label: "Parts of the case",
    details: "Details",
    applicants: "Applicants",
    agreement: "Service Agreement",
    invoices: "Invoices",
  },
  save: "Save Changes",
  saving: "Saving...",
  information: "Edit Case Information",
  assign: "Assign Users",
  upload: "Upload Documents",
  updated: "Success",
  updatedText: "Case updated successfully",
  failed: "Failed to update case",
  errorTitle: "Error",
};
