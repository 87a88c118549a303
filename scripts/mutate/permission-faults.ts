/** Every family of permission checks, taken away one after the other. */
import type { PlantedFault } from "./planted-fault.ts";

const everyEndpoint = "testing/every-endpoint.test.ts";

export const permissionFaults: readonly PlantedFault[] = [
  {
    what: "the door of signed-in calls",
    file: "server/src/http/request-guards.ts",
    text: 'if (isProtected && request.actor.kind !== "user") {',
    replacement: "if (isProtected && request.actor === null) {",
    tests: [everyEndpoint],
  },
  {
    what: "the door of admins' calls",
    file: "server/src/http/request-guards.ts",
    text: "admin: assertFullAccess,",
    replacement: "admin: () => undefined,",
    tests: [everyEndpoint],
  },
  {
    what: "the look-up of the record before the body is read",
    file: "server/src/http/request-guards.ts",
    text: "request.subject = await resolveSubject(endpoint.subject, request.actor, {",
    replacement:
      'request.subject = await resolveSubject(endpoint.subject, { kind: "system" } as never, {',
    tests: ["src/http/request-guards.test.ts"],
  },
  {
    what: "who sees a case",
    file: "server/src/modules/cases/cases.policy.ts",
    text: ".where(and(eq(caseAssignments.caseId, cases.id), eq(caseAssignments.userId, userId))),",
    replacement: ".where(eq(caseAssignments.caseId, cases.id)),",
    tests: ["testing/random-calls.test.ts"],
  },
  {
    what: "what the bureau alone may do with a case",
    file: "server/src/modules/cases/cases.policy.ts",
    text: "const isBureau = hasFullAccess(actor);",
    replacement: 'const isBureau = actor.kind === "user";',
    tests: ["src/modules/cases/cases.policy.test.ts"],
  },
  {
    what: "the second look at the case under its lock",
    file: "server/src/modules/cases/case-lock.ts",
    text: 'if (!row || !isSeen) throw notFound("case");',
    replacement: 'if (!row) throw notFound("case");',
    tests: ["src/modules/cases/case-lock.test.ts"],
  },
  {
    what: "the government's papers, for admins alone",
    file: "server/src/modules/documents/documents.policy.ts",
    text: ': notInArray(documents.category, categoriesOf("vanuatu"));',
    replacement: ": undefined;",
    tests: ["src/modules/documents/documents-open.test.ts"],
  },
  {
    what: "whose invoices an agent sees",
    file: "server/src/modules/invoices/invoices.policy.ts",
    text: 'if (actor.kind === "user" && actor.role === "agent") return visibleCases(actor);',
    replacement: 'if (actor.kind === "user" && actor.role === "agent") return undefined;',
    tests: ["src/modules/invoices/invoices-list.test.ts"],
  },
  {
    what: "which invoices a client sees",
    file: "server/src/modules/invoices/invoices.policy.ts",
    text: "return and(visibleCases(actor), inArray(invoices.status, [...clientInvoiceStatuses]));",
    replacement: "return visibleCases(actor);",
    tests: ["src/modules/invoices/invoice-downloads.test.ts"],
  },
  {
    what: "the bureau's own papers of an invoice",
    file: "server/src/modules/invoices/invoices.policy.ts",
    text: "export function seesAdminFiles(actor: Actor): boolean {\n  return hasFullAccess(actor);",
    replacement: "export function seesAdminFiles(_actor: Actor): boolean {\n  return true;",
    tests: [
      "src/modules/invoices/invoices-list.test.ts",
      "src/modules/invoices/invoice-files.test.ts",
    ],
  },
  {
    what: "the accountant, who only reads",
    file: "server/src/modules/invoices/invoice-rights.ts",
    text: "if (!assigned) throw forbidden(",
    replacement: "if (assigned === null) throw forbidden(",
    tests: [everyEndpoint],
  },
  {
    what: "whose document lies behind an address of /uploads",
    file: "server/src/modules/documents/documents.queries.ts",
    text: "and(ofFile, visibleDocuments(actor))",
    replacement: "ofFile",
    tests: ["src/files/open-by-name.test.ts"],
  },
  {
    what: "whose attachment lies behind a file name",
    file: "server/src/modules/comments/comments.module.ts",
    text: ".where(and(eq(comments.storedFileId, file.id), visibleCases(actor)));",
    replacement: ".where(eq(comments.storedFileId, file.id));",
    tests: ["src/files/open-by-name.test.ts"],
  },
  {
    what: "the last admin, who stays one",
    file: "server/src/modules/users/users.service.ts",
    text: 'await assertAdminRemains(tx, id, "The last admin cannot be demoted");',
    replacement: "",
    tests: ["src/modules/users/users.test.ts"],
  },
  {
    what: "the key of the automation service",
    file: "server/src/auth/automation-key.ts",
    text: "const print = prints.find((known) => isSameSecret(fingerprintOf(given), known));",
    replacement: "const print = prints[0];",
    tests: [
      everyEndpoint,
      "src/modules/automation/automation.test.ts",
      "src/modules/automation/deliveries.test.ts",
    ],
  },
];
