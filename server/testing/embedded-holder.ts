/** A program that opens the embedded database as a portal would, for tests that kill portals. */
import { openEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";

const [dataDirectory = ""] = process.argv.slice(2);
const embedded = await openEmbeddedPostgres(dataDirectory);
process.stdout.write(`${JSON.stringify(embedded.owner)}\n`);
process.once("SIGTERM", () => void embedded.close().then(() => process.exit(0)));
setInterval(() => undefined, 60_000);
