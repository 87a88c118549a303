import { registerHooks } from "node:module";

const workspace = new URL("../../", import.meta.url).href;

/**
 * A name such as `drizzle-orm` means the same in every file of the server. Node looks it up anew for each file, and reads
 * the package.json of the library each time, of which Drizzle's has 179 KB: a quarter of the start (decisions/0012).
 */
export function resolveNamesOnce(): void {
  const known = new Map<string, { url: string; format?: string | null | undefined }>();
  registerHooks({
    resolve: (specifier, context, nextResolve) => {
      const isOurs = context.parentURL?.startsWith(workspace) ?? false;
      if (!isOurs || specifier.startsWith(".") || !context.conditions.includes("import"))
        return nextResolve(specifier, context);
      const resolved = known.get(specifier) ?? nextResolve(specifier, context);
      const { url, format } = resolved;
      known.set(specifier, { url, format });
      return { url, format, shortCircuit: true };
    },
  });
}
