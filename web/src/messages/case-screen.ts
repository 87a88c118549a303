/** Texts of the case screen. */
export const caseScreen = {
  loading: "Loading case details...",
  notFound: "Case not found",
  notFoundHint: "It may have been deleted, or you may no longer be assigned to it.",
  failed: "The case could not be loaded.",
  back: "Back to dashboard",
  activity: "Activity",
  edit: "Edit Case",
  facts: {
    status: "Status",
    applicants: "Applicants",
    nationality: "Nationality",
    created: "Created",
    caseCode: "Case ID",
  },
  readMore: "Read more",
  showLess: "Show less",
  progress: "Progress",
  assignedUsers: "Assigned Users",
  assign: "Assign users",
  nobodyAssigned: "Nobody is assigned yet.",
  tabs: {
    label: "Case contents",
    invoices: "Invoices & Payments",
    samples: "Sample Documents",
    applicants: "Applicants",
  },
};
