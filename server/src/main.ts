/** The portal's first file. What is imported statically is loaded before any line runs, hence the two steps. */
import "#server/core/frozen-prototype.ts";
import "#server/core/small-heap.ts";
import { resolveNamesOnce } from "#server/core/resolve-once.ts";
import { loadDrizzleAsCommonJs } from "#server/database/load-drizzle.ts";

loadDrizzleAsCommonJs();
resolveNamesOnce();
const { runPortal } = await import("#server/portal.ts");
await runPortal();
