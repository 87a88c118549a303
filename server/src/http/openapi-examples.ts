/** Values of the demonstration's bureau, where a schema alone says too little. A test holds them to their schemas. */

/** By the name of a parameter in path or query. */
export const parameterExamples: Readonly<Record<string, unknown>> = {
  id: 14,
  caseId: "KN-2026-0014",
  invoiceId: "S1-2026-0014",
  q: "Sarrouf",
  status: "bank_clearance",
  limit: "50",
};

/** By the name of a component. */
export const schemaExamples: Readonly<Record<string, unknown>> = {
  CaseRow: {
    id: 14,
    caseId: "KN-2026-0014",
    title: "Sarrouf family",
    status: "bank_clearance",
    nationality: "Lebanon",
    citizenshipProgram: "vanuatu",
    numberOfApplicants: 4,
    assignedUsers: [
      {
        id: 3,
        firstName: "Sofia",
        lastName: "Marin",
        email: "sofia.agent@bureau.example",
        pending: false,
      },
    ],
    assignedCount: 1,
    updatedAt: "2026-11-21T08:30:00.000Z",
    version: 7,
    unreadCount: 2,
    readiness: null,
    needs: null,
    group: null,
  },
  Token: {
    id: 2,
    name: "Overdue invoices",
    hint: "a1B2",
    scopes: ["invoices:read"],
    createdAt: "2026-11-21T08:30:00.000Z",
    expiresAt: "2027-02-19T08:30:00.000Z",
    lastUsedAt: null,
    lastUsedNetwork: null,
  },
  CreateTokenInput: { name: "Overdue invoices", scopes: ["invoices:read"], days: 90 },
  CreateNoteInput: { message: "The bank asks for a second reference." },
  Error: {
    message: "Case not found",
    code: "record.missing",
    requestId: "5f0c1f3e-7f57-4d7b-9a3a-6a3f0c1d2e4b",
  },
};
