/** What stands between a stranger and a session. */
import type { PlantedFault } from "./planted-fault.ts";

const session = "src/modules/session";

export const signInFaults: readonly PlantedFault[] = [
  {
    what: "the forgery check",
    file: "server/src/http/request-guards.ts",
    text: 'if (endpoint.method !== "GET" && !endpoint.fromBrowser && !endpoint.byToken && !request.token)\n    assertCsrfToken(request);',
    replacement: "",
    tests: [`${session}/csrf.test.ts`],
  },
  {
    what: "the fresh proof that dangerous calls ask for",
    file: "server/src/http/request-guards.ts",
    text: "if (endpoint.stepUp === true) assertProven(request.actor);",
    replacement: "",
    tests: ["testing/step-up.test.ts"],
  },
  {
    what: "the fresh proof for what only some calls do",
    file: "server/src/auth/step-up.ts",
    text: 'if (actor.kind !== "user" || !actor.isProven) throw stepUpRequired();',
    replacement: "if (actor === null) throw stepUpRequired();",
    tests: ["testing/step-up.test.ts"],
  },
  {
    what: "the bond between a challenge and what it is for",
    file: "server/src/auth/passkeys.ts",
    text: "return taken?.isLiving === true && taken.purpose === purpose ? taken.challenge : null;",
    replacement: "return taken?.isLiving === true ? taken.challenge : null;",
    tests: ["src/modules/step-up/step-up.test.ts"],
  },
  {
    what: "the bond between forgery token and session",
    file: "server/src/auth/csrf.ts",
    text: "(request.session?.csrf == null || isSameSecret(request.session.csrf, fingerprintOf(cookie)));",
    replacement: "true;",
    tests: [`${session}/csrf.test.ts`],
  },
  {
    what: "cookies that no script can read",
    file: "server/src/auth/cookies.ts",
    text: 'reply.setCookie(fullName(name), cookie.value, {\n    path: "/",\n    httpOnly: true,',
    replacement:
      'reply.setCookie(fullName(name), cookie.value, {\n    path: "/",\n    httpOnly: false,',
    tests: [`${session}/cookies.test.ts`],
  },
  {
    what: "the end of a session",
    file: "server/src/auth/sessions.ts",
    text: 'eq(sessions.sid, sql.placeholder("sid")),\n          sql`${sessions.expire} > now()`,',
    replacement: 'eq(sessions.sid, sql.placeholder("sid")),',
    tests: ["src/auth/sessions.test.ts"],
  },
  {
    what: "deleted people, who are out at once",
    file: "server/src/auth/sessions.ts",
    text: "          sql`${users.disabledAt} is null`,\n",
    replacement: "",
    tests: ["src/auth/sessions.test.ts"],
  },
  {
    what: "the five tries of a code",
    file: "server/src/auth/codes.ts",
    text: "lte(otpVerifications.attemptCount, mostAttempts),",
    replacement: "",
    tests: [`${session}/verification.test.ts`],
  },
  {
    what: "the end of a code",
    file: "contract/src/session.ts",
    text: "export const CODE_LIFE_MINUTES = 10;",
    replacement: "export const CODE_LIFE_MINUTES = 1000;",
    tests: [`${session}/verification.test.ts`],
  },
  {
    what: "reset links that work once",
    file: "server/src/auth/reset-tokens.ts",
    text: "    eq(passwordResetTokens.isUsed, false),\n    sql`",
    replacement: "    sql`",
    tests: [`${session}/reset.test.ts`],
  },
  {
    what: "the growing wait after wrong passwords",
    file: "server/src/auth/throttles.ts",
    text: "const streak = await raiseStreak(streakKey(email));",
    replacement: "const streak = { isOver: false, count: 1, secondsLeft: 0 };",
    tests: [`${session}/throttles.test.ts`],
  },
  {
    what: "the password before another email",
    file: "server/src/modules/profile/own-password.service.ts",
    text: "if (!isRight) {",
    replacement: "if (password === null) {",
    tests: ["src/modules/profile/email-change.test.ts"],
  },
  {
    what: "emails that are somebody else's",
    file: "server/src/modules/profile/email-change.service.ts",
    text: "if (await accounts.isTakenFor(tx, newEmail, user.id)) {",
    replacement: "if (newEmail === null) {",
    tests: ["src/modules/profile/email-change.test.ts"],
  },
  {
    what: "the budgets of costly calls",
    file: "server/src/http/throttle.ts",
    text: "if (endpoint.budget) await spenders[endpoint.budget](request);",
    replacement: "",
    tests: ["src/http/throttle.test.ts"],
  },
  {
    what: "the list of proxies that may name an address",
    file: "server/src/app.ts",
    text: "trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,",
    replacement: "trustProxy: true,",
    tests: ["src/http/forwarded-headers.test.ts"],
  },
  {
    what: "the secrets that stay out of the log",
    file: "server/src/core/log.ts",
    text: "isSecret(name, inner) ? HIDDEN : withoutSecrets(inner, depth + 1),",
    replacement: "withoutSecrets(inner, depth + 1),",
    tests: ["src/core/log.test.ts"],
  },
];
