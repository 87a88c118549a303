/**
 * `npm run deploy:check`: all of `deploy/` that can be tried without docker and without systemd as the first process. The
 * steps of the Containerfile are carried out in empty folders, and what comes out is started as the container would; each
 * other file is read by the program it is for. What this machine has not is skipped, and that is said.
 *
 *     npm run deploy:check -- --compose-schema compose-spec.json
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findComposeProblems, findSchemaProblems } from "./deploy/compose.ts";
import { hasBubblewrap } from "./deploy/contained.ts";
import { findContainerProblems, readContainerfile } from "./deploy/containerfile.ts";
import { runSteps } from "./deploy/run-steps.ts";
import { tryContainer } from "./deploy/try-container.ts";
import { findUnitProblems, measureExposure } from "./deploy/unit.ts";
import { root } from "./tools.ts";

type Outcome = { problems: string[]; remark?: string; skipped?: string };
type Check = { name: string; run: () => Outcome | Promise<Outcome> };

const { values } = parseArgs({ options: { "compose-schema": { type: "string" } } });
const path = (name: string) => join(root, "deploy", name);
const read = (name: string) => readFileSync(path(name), "utf8");
const work = mkdtempSync(join(tmpdir(), "portal-deploy-"));

const checks: Check[] = [
  {
    name: "Containerfile",
    run: () => ({ problems: findContainerProblems(readContainerfile(read("Containerfile"))) }),
  },
  { name: "Its steps, and the portal they make", run: tryImage },
  { name: "compose.yaml", run: () => ({ problems: findComposeProblems(read("compose.yaml")) }) },
  { name: "compose.yaml against its schema", run: tryComposeSchema },
  { name: "Scripts beside it", run: tryScripts },
  { name: "portal.service", run: tryUnit },
  {
    name: "Caddyfile",
    run: () => ask("caddy", ["validate", "--adapter", "caddyfile", "--config", path("Caddyfile")]),
  },
  { name: "nginx.conf", run: tryNginx },
];

async function tryImage(): Promise<Outcome> {
  if (!hasBubblewrap) return skip("bubblewrap (apt-get install bubblewrap)");
  const stages = readContainerfile(read("Containerfile"));
  const image = runSteps(stages, (step) => console.log(`    ${step}`));
  try {
    const { problems, remark } = await tryContainer(join(image.root, "portal"), stages);
    return { problems, remark: `${image.megabytes} MB beside the base image; ${remark}` };
  } finally {
    image.remove();
  }
}

function tryComposeSchema(): Outcome {
  const file = values["compose-schema"];
  if (file === undefined)
    return skip("the schema, compose-spec.json of compose-spec/compose-spec (--compose-schema)");
  const schema = JSON.parse(readFileSync(file, "utf8")) as object;
  return { problems: findSchemaProblems(read("compose.yaml"), schema) };
}

function tryScripts(): Outcome {
  const outcomes = ["init-database.sh", "make-secrets.sh"].map((name) =>
    ask("sh", ["-n", path(name)]),
  );
  return { problems: outcomes.flatMap(({ problems }) => problems) };
}

function tryUnit(): Outcome {
  const problems = findUnitProblems(read("portal.service"));
  const measured = measureExposure(path("portal.service"));
  if (measured === null) return { problems, skipped: "systemd-analyze" };
  const verified = spawnSync("systemd-analyze", ["verify", path("portal.service")], {
    encoding: "utf8",
  });
  // The project need not lie in /opt/portal here.
  const complaints = verified.stderr
    .split("\n")
    .filter((line) => line !== "" && !line.includes("is not executable"));
  const wrong = [...complaints, measured.complaint].filter((line) => line !== "");
  return { problems: [...problems, ...wrong], remark: `exposure ${measured.exposure}` };
}

/** With a certificate made up for it, in a configuration that is nobody's. */
function tryNginx(): Outcome {
  const [key, certificate] = [join(work, "key.pem"), join(work, "certificate.pem")];
  spawnSync("openssl", [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-subj",
    "/CN=x",
    "-keyout",
    key,
    "-out",
    certificate,
  ]);
  const site = read("nginx.conf")
    .replaceAll(/(ssl_certificate )\S+;/g, `$1${certificate};`)
    .replaceAll(/(ssl_certificate_key )\S+;/g, `$1${key};`);
  const [siteFile, mainFile] = [join(work, "site.conf"), join(work, "nginx.conf")];
  writeFileSync(siteFile, site);
  writeFileSync(
    mainFile,
    `pid ${work}/pid; error_log stderr; events {} http { include ${siteFile}; }`,
  );
  return ask("nginx", ["-t", "-c", mainFile]);
}

function ask(program: string, args: string[]): Outcome {
  const { error, status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  if (error !== undefined) return skip(program);
  return { problems: status === 0 ? [] : [`${stdout}${stderr}`.trim()] };
}

function skip(missing: string): Outcome {
  return { problems: [], skipped: missing };
}

mkdirSync(work, { recursive: true });
for (const { name, run } of checks) {
  const { problems, remark, skipped } = await run();
  const told = remark === undefined ? "" : ` (${remark})`;
  if (problems.length > 0) {
    process.exitCode = 1;
    console.log(
      `FAILED   ${name}${told}\n${problems.map((problem) => `    ${problem}`).join("\n")}`,
    );
  } else if (skipped !== undefined)
    console.log(`skipped  ${name}: this machine has not ${skipped}`);
  else console.log(`ok       ${name}${told}`);
}
rmSync(work, { recursive: true, force: true });
