/** `npm run export -- /path`: the whole bureau as a folder of open files, while the portal runs. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { StartError } from "#server/core/start-error.ts";
import { exportBureau } from "#server/modules/bureau-exports/bureau-exports.service.ts";
import { quietConfig, runCommand, withOpened } from "./run-command.ts";

await runCommand(() => {
  const { path, withFiles, codes } = wishes();
  return withOpened(quietConfig(), async ({ address }) => {
    console.log("These files are not encrypted.");
    const report = await exportBureau(address, { path, withFiles, codes });
    const { rows, cases, files, missing } = report;
    console.log(`${path} holds ${rows} rows and ${cases} cases in ${files} files.`);
    for (const gone of missing) console.error(`Missing: ${gone.path} (${gone.record})`);
    if (missing.length > 0) process.exitCode = 1;
  });
});

function wishes() {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2),
    allowPositionals: true,
    options: { "without-files": { type: "boolean", default: false }, cases: { type: "string" } },
  });
  const [path, ...others] = positionals;
  if (path === undefined || others.length > 0)
    throw new StartError(
      "Name the folder: npm run export -- /path [--without-files] [--cases=CODE,…]",
    );
  const codes = values.cases?.split(",").map((code) => code.trim());
  return {
    path: resolve(path),
    withFiles: !values["without-files"],
    codes: codes?.filter((code) => code !== "") ?? null,
  };
}
