/**
 * `npm run migrate` adds to the database what this version needs, as its start does, and leaves all that the version
 * before needs. `-- --contract` takes that away, too: once no portal of the version before runs any more.
 */
import "#server/core/frozen-prototype.ts";
import { version } from "#server/core/version.ts";
import { contract } from "#server/database/migrate.ts";
import { openRuntime } from "#server/open-runtime.ts";
import { quietConfig, runCommand } from "./run-command.ts";

await runCommand(async () => {
  const opened = await openRuntime(quietConfig());
  try {
    const isLast = process.argv.includes("--contract");
    for (const name of isLast ? await contract(opened.owner) : []) console.log(`${name} is done.`);
    console.log(`The database is as version ${version} wants it.`);
  } finally {
    await opened.close();
  }
});
