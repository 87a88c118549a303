/** One violation per rule, and who has to catch it. */
import type { SourceFile } from "./sources.ts";

export type Catcher = "ours" | "oxfmt" | "oxlint" | "tsc" | "knip";

export interface Violation extends SourceFile {
  catcher: Catcher;
  /** Part of the line in which the catcher complains about the file. */
  complaint: string;
}

function caughtBy(catcher: Catcher) {
  return (complaint: string, path: string, text: string): Violation => ({
    catcher,
    complaint,
    path,
    text: `${text}\n`,
  });
}

const lint = caughtBy("oxlint");
const ours = caughtBy("ours");

const linted: Violation[] = [
  lint("no-restricted-imports", "server/src/files/parent.ts", 'import "../http/x.ts";'),
  lint("no-restricted-imports", "server/src/http/web.ts", 'import "#web/router.tsx";'),
  lint(
    "no-restricted-imports",
    "server/src/modules/cases/shell.ts",
    'import "node:child_process";',
  ),
  lint("no-restricted-imports", "server/src/files/shell.ts", 'import "node:child_process";'),
  lint("no-restricted-imports", "server/src/modules/cases/net.ts", 'import "node:http";'),
  lint("no-restricted-imports", "server/src/http/mail.ts", 'import "nodemailer";'),
  lint(
    "no-restricted-globals",
    "server/src/modules/cases/fetch.ts",
    'await fetch("https://a.example");',
  ),
  lint("no-process-env", "server/src/http/environment.ts", "export const port = process.env.PORT;"),
  lint("no-console", "server/src/http/console.ts", 'console.log("hello");'),
  lint("no-restricted-imports", "contract/src/full-zod.ts", 'import "zod";'),
  lint("no-restricted-imports", "contract/src/database.ts", 'import "drizzle-orm";'),
  lint("no-restricted-imports", "web/src/screens/cases/server.ts", 'import "#server/app.ts";'),
  lint("no-restricted-imports", "web/src/ui/feature.ts", 'import "#web/features/cases/x.ts";'),
  lint("no-restricted-imports", "web/src/ui/business.ts", 'import "contract/cases";'),
  lint("no-restricted-imports", "web/src/api/kit.ts", 'import "#web/ui/button.tsx";'),
  lint(
    "no-restricted-imports",
    "web/src/features/cases/up.ts",
    'import "#web/screens/cases/x.tsx";',
  ),
  lint(
    "no-danger",
    "web/src/ui/danger.tsx",
    'export const it = <p dangerouslySetInnerHTML={{ __html: "x" }} />;',
  ),
  lint("no-console", "web/src/ui/console.ts", 'console.log("hello");'),
  lint("no-cycle", "server/src/events/chicken.ts", 'export * as egg from "./egg.ts";'),
  lint("no-cycle", "server/src/events/egg.ts", 'export * as chicken from "./chicken.ts";'),
  lint("no-barrel-file", "server/src/events/barrel.ts", 'export * from "./egg.ts";'),
  lint("no-default-export", "server/src/http/default.ts", "export default 1;"),
  lint("max-lines", "server/src/http/long.ts", "export {};\n".repeat(301)),
  lint(
    "max-params",
    "server/src/http/params.ts",
    "export const f = (a = 1, b = 1, c = 1, d = 1) => a + b + c + d;",
  ),
  lint("filename-case", "server/src/http/camelCase.ts", "export {};"),
  lint("no-explicit-any", "server/src/http/any.ts", "export const x: any = 1;"),
  lint("no-floating-promises", "server/src/http/floating.ts", "Promise.resolve(1);"),
  lint(
    "react-hooks",
    "web/src/ui/hook.tsx",
    'import { useState } from "react";\nif (Math.random()) useState(1);',
  ),
];

const drawn: Violation[] = [
  ours(
    "Features do not know",
    "web/src/features/cases/other.ts",
    'import "#web/features/users/x.ts";',
  ),
  ours(
    "Screens do not know",
    "web/src/screens/cases/other.ts",
    'import "#web/screens/users/x.tsx";',
  ),
  ours(
    "Modules meet through",
    "server/src/modules/cases/other.ts",
    'import { queries } from "#server/modules/users/users.queries.ts";',
  ),
  ours(
    "database does not stand above modules",
    "server/src/database/up.ts",
    'import type { User } from "#server/modules/users/users.service.ts";',
  ),
  ours(
    "files does not stand above mail",
    "server/src/files/beside.ts",
    'import "#server/mail/outbox.ts";',
  ),
  ours(
    "shell does not stand above screens",
    "web/src/shell/up.ts",
    'import { type Screen } from "#web/screens/users/x.tsx";',
  ),
  ours("stands on no floor", "server/src/attic/box.ts", "export {};"),
  ours(
    "api does not stand above screens",
    "web/src/api/up.ts",
    'import "#web/screens/users/x.tsx";',
  ),
  ours(
    "Writes users, which belongs to modules/users/",
    "server/src/modules/cases/insert.ts",
    'import { users } from "#server/database/tables/users.ts";\nawait tx.insert(users).values({});',
  ),
  ours(
    "Writes people",
    "server/src/modules/cases/update.ts",
    'import { people as rows } from "#server/database/tables/people.ts";\nawait tx\n  .update(rows)\n  .set({});',
  ),
  ours(
    "Writes caseEvents",
    "server/src/modules/cases/sql.ts",
    "await tx.execute(sql`delete from case_events`);",
  ),
  ours("named after nothing", "server/src/utils/x.ts", "export {};"),
  ours("No barrels", "web/src/ui/index.ts", "export {};"),
];

const leaky: Violation[] = [
  ...[
    "row.token === given",
    "otp !== input.code",
    "isRight(signature) && signature === expected",
    "session?.sid === actor.sessionId",
    "fingerprintOf(cookie) === known",
  ].map((comparison, index) =>
    ours(
      "Compares a secret",
      `server/src/auth/hasty-${index}.ts`,
      `export const isSame = ${comparison};`,
    ),
  ),
  ours("no secret", "server/src/auth/guessable.ts", "export const token = randomUUID();"),
  ours(
    "no secret",
    "server/src/auth/thrown-dice.ts",
    "const salt = String(Math.random()).slice(2);",
  ),
];

/** Put together here, so that this file does not break the rule it plants. */
const worded: Violation[] = [
  ours("Finish it", "server/src/http/later.ts", "// TO" + "DO: the rest"),
  ours("Every test runs", "server/src/http/lonely.test.ts", "it.on" + 'ly("works", () => {});'),
  ours(
    "A path of one machine",
    "server/src/http/path.ts",
    'export const path = "/ho' + 'me/ann/portal";',
  ),
  ours("does not exist", "docs/path.md", "Read `server/src/nowhere.ts`."),
  ours("does not exist", "docs/tree.md", "```tree\nserver/\n  src/\n    nowhere.ts  nothing\n```"),
  ours("does not exist", "docs/link.md", "See [the map](nowhere.md)."),
  ours("no command", "docs/command.md", "Run `npm run nonsense`."),
  ours(
    "no test that has it for a tag",
    "docs/specification/requirements.md",
    "| C-LOST-001 | C:1 | ui | any | A row without a test. |  |",
  ),
  ours(
    "no row of the specification",
    "server/src/http/unknown-row.test.ts",
    'it("proves what nobody asked for [C-LOST-002]", () => {});',
  ),
  ours(
    "no other proof either",
    "docs/specification/asvs.md",
    "| 7 | 1.2.10 | 3 | A statement that nothing proves. |",
  ),
  ours(
    "asvs 4711 is no row",
    "server/src/http/unknown-number.test.ts",
    'it("proves what nobody has stated [asvs 4711]", () => {});',
  ),
  ours(
    "asvs 4712 is no row",
    "e2e/unknown-tag.spec.ts",
    'test("proves what nobody has stated", { tag: ["@asvs-4712"] }, () => {});',
  ),
  ours(
    "GitHub Token",
    "docs/pasted.md",
    "Sign in with ghp_" + "wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx",
  ),
  ours(
    "PostgreSQL connection string",
    "server/src/database/pasted.ts",
    'export const address = "postgres://por' + 'tal:hunter2-long@db.bureau.ae/portal";',
  ),
  ours("no command", "docs/command-without-script.md", "Run `npm run bench`."),
];

const CARELESS_LOCK = {
  packages: {
    "": { dependencies: { tool: "1.0.0" } },
    "node_modules/tool": { optionalDependencies: { "tool-elsewhere": "1.0.0" } },
    "node_modules/eager": { integrity: "sha512-x", hasInstallScript: true },
  },
};

/** What the oldest supported browsers lack. */
const tooNew: Violation[] = [
  ours("Promise.withResolvers", "web/dist/assets/promises.js", "const a=Promise.withResolvers();"),
  ours("AbortSignal.any", "web/dist/assets/signals.js", "f(AbortSignal.any([a,b]));"),
  ours(".transferToFixedLength", "web/dist/assets/buffers.js", "a.transferToFixedLength(3);"),
  ours("new CloseWatcher", "web/dist/assets/watchers.js", "const a=new CloseWatcher;"),
  ours("anchor-name", "web/dist/assets/anchors.css", ".a{color:red;anchor-name:--a}"),
  ours("@scope", "web/dist/assets/scopes.css", "@scope (.a){b{color:red}}"),
  caughtBy("tsc")(
    "groupBy",
    "contract/src/grouped.ts",
    "export const x = Object.groupBy([1], String);",
  ),
];

export const violations: Violation[] = [
  ...tooNew,
  ours("egg.js → hen.js → egg.js", "web/dist/assets/egg.js", 'import{a}from"./hen.js";export{a};'),
  ours("hen.js → egg.js → hen.js", "web/dist/assets/hen.js", 'import"./egg.js";export{a};'),
  ...["tool-elsewhere", "tool has no checksum", "eager runs a script"].map((complaint) =>
    ours(complaint, "package-lock.json", JSON.stringify(CARELESS_LOCK)),
  ),
  ...linted,
  ...drawn,
  ...leaky,
  ...worded,
  caughtBy("oxfmt")("", "contract/src/badly-formatted.ts", "export const  x = {a:1 }"),
  caughtBy("tsc")("TS1294", "contract/src/enumerated.ts", "export enum Color {\n  Red,\n}"),
  caughtBy("tsc")("TS2322", "contract/src/mistyped.ts", 'export const x: number = "one";'),
  caughtBy("knip")("", "web/src/ui/nobody-imports-me.ts", "export {};"),
  caughtBy("knip")(
    "zod",
    "e2e/package.json",
    '{ "name": "e2e", "dependencies": { "zod": "4.6.7" } }',
  ),
];

/** What a rule drawn too wide would blame. */
export const innocentFiles: SourceFile[] = [
  {
    path: "server/src/modules/users/users.module.ts",
    text: `import { users } from "#server/database/tables/users.ts";

export const usersModule = { tables: [users] };
`,
  },
  {
    path: "server/src/modules/users/innocent.service.ts",
    text: `import { caseEvents } from "#server/database/tables/case-events.ts";
import { users } from "#server/database/tables/users.ts";
import * as cases from "#server/modules/cases/cases.service.ts";
import { rename } from "./innocent.queries.ts";

/** Reads the table of another, writes its own. */
export async function update(tx: Tx): Promise<void> {
  await tx.update(users).set({ names: await rename(cases, tx.select().from(caseEvents)) });
}
`,
  },
  {
    path: "server/src/auth/innocent.ts",
    text: `import { randomUUID } from "node:crypto";

/** Whether there is a secret is none, and not every name is one. */
export function isGiven(token: string | null, password: unknown, otp?: string): boolean {
  const requestId = randomUUID();
  return token !== null && typeof password === "string" && otp !== undefined && requestId !== "";
}
`,
  },
  {
    path: "web/src/features/cases/innocent.tsx",
    text: `import { Button } from "#web/ui/button.tsx";
import { deep } from "#web/features/cases/deep/part.ts";

export const Innocent = () => <Button>{deep}</Button>;
`,
  },
  { path: "web/dist/assets/lazy.js", text: 'import"./egg.js";import("./lazy.js");\n' },
  {
    path: "docs/innocent.md",
    text: "Run `npm ci && npm start`, read `server/src/main.ts`; npm packages and `application/json` are no paths.\n",
  },
];
