import { registerHooks } from "node:module";

/**
 * Drizzle ships every file twice. Its ES modules re-export one another in circles, and Node needs 230 MB and 300 ms to
 * link them, memory it never gives back; the CommonJS files are the same code for 25 MB (decisions/0012).
 */
export function loadDrizzleAsCommonJs(): void {
  registerHooks({
    resolve: (specifier, context, nextResolve) =>
      /^drizzle-orm(\/|$)/.test(specifier)
        ? nextResolve(specifier, { ...context, conditions: ["node", "require"] })
        : nextResolve(specifier, context),
  });
}
