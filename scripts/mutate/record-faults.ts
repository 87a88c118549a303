/** What keeps records whole: once, unharmed, noticed, and nowhere else. */
import type { PlantedFault } from "./planted-fault.ts";

export const recordFaults: readonly PlantedFault[] = [
  {
    what: "the press that counts once",
    file: "server/src/http/idempotency.ts",
    text: 'if (ask.endpoint.method !== "POST" || key === undefined || scope === null) return work();',
    replacement: "if (scope !== undefined) return work();",
    tests: ["src/http/idempotency.test.ts"],
  },
  {
    what: "seeding that happens once",
    file: "server/src/modules/applicants/applicants.merge.ts",
    text: "const missing = rows.slice(stored.length);",
    replacement: "const missing = rows;",
    tests: ["src/modules/applicants/applicants-seeding.test.ts"],
  },
  {
    what: "the version check of an edit",
    file: "server/src/events/edit-conflict.ts",
    text: "if (lost.length === 0) return;",
    replacement: "if (lost.length >= 0) return;",
    tests: ["src/modules/cases/edit-conflicts.test.ts"],
  },
  {
    what: "the event of a change",
    file: "server/src/events/record.ts",
    text: "if (event.entries.length > 0) {",
    replacement: "if (event.entries.length < 0) {",
    tests: ["src/modules/comments/comments.test.ts"],
  },
  {
    what: "the answer's schema, beyond which nothing leaves",
    file: "server/src/http/answers.ts",
    text: "if (!isShared(body)) return z.parse(response, body);",
    replacement: "if (!isShared(body)) return body;",
    tests: ["src/modules/samples/samples.test.ts"],
  },
  {
    what: "the lock that keeps links of the audit log in one chain",
    file: "server/migrations/0002_audit_chain.sql",
    text: "  perform pg_advisory_xact_lock(1635083369);\n",
    replacement: "",
    tests: ["src/audit/verify-chain.test.ts"],
  },
  {
    what: "the refusal to change the audit log",
    file: "server/migrations/0002_audit_chain.sql",
    text: "create trigger case_events_unchanged before update on case_events\n  for each row execute function refuse_change_of_event();",
    replacement: "",
    tests: ["src/audit/verify-chain.test.ts"],
  },
  {
    what: "the look at the rows behind the chain",
    file: "server/src/audit/verify-chain.ts",
    text: "if (link.isRowRight === false) return",
    replacement: "if (link.isRowRight === undefined) return",
    tests: ["src/audit/verify-chain.test.ts"],
  },
  {
    what: "the refusal of a newer schema",
    file: "server/src/database/migrate.ts",
    text: "if (newer !== undefined) {",
    replacement: "if (newer === null) {",
    tests: ["src/database/migrate.test.ts"],
  },
  {
    what: "the guard of outgoing calls",
    file: "server/src/integrations/webhooks/destination.ts",
    text: 'if (!addresses.every(isPublic)) throw new DestinationRefused("it is not on the public internet");',
    replacement: "",
    tests: ["src/integrations/webhooks/destination.test.ts"],
  },
  {
    what: "the judged address, to which the connection must lead",
    file: "server/src/integrations/webhooks/send-webhook.ts",
    text: "lookup: onlyTo(destination),",
    replacement: "",
    tests: ["src/integrations/webhooks/send-webhook.test.ts"],
  },
];
