/** Reads deploy/Containerfile: its stages and their instructions, and what a careful reader would send back. */

export type Instruction = { name: string; value: string; line: number };
export type Stage = { base: string; name: string | null; instructions: Instruction[] };

const DIGEST = /@sha256:[0-9a-f]{64}$/;

export function readContainerfile(text: string): Stage[] {
  const stages: Stage[] = [];
  const images = new Map<string, string>();
  for (const { name, value, line } of instructionsOf(text)) {
    const filled = value.replaceAll(
      /\$\{(\w+)\}/g,
      (whole, key: string) => images.get(key) ?? whole,
    );
    if (name === "FROM") {
      const [base = "", , alias = null] = filled.split(/\s+/);
      stages.push({ base, name: alias, instructions: [] });
    } else if (name === "ARG" && stages.length === 0) {
      const [key = "", image = ""] = value.split("=");
      images.set(key, image);
    } else stages.at(-1)?.instructions.push({ name, value, line });
  }
  return stages;
}

/** A line that ends with a backslash goes on in the next one. */
function instructionsOf(text: string): Instruction[] {
  const joined = text.replaceAll(/^\s*#.*$/gm, "").replaceAll(/\\\n/g, " \u0000");
  let line = 1;
  return joined.split("\n").flatMap((row) => {
    const at = line;
    line += 1 + row.split("\u0000").length - 1;
    const [, name, value = ""] =
      /^([A-Z]+)\s+(.*)$/.exec(row.replaceAll("\u0000", "").trim()) ?? [];
    return name === undefined ? [] : [{ name, value: value.trim(), line: at }];
  });
}

/** What the last stage says once and for all. */
export function valueOf(stage: Stage, name: string): string | undefined {
  return stage.instructions.findLast((instruction) => instruction.name === name)?.value;
}

export function settingsOf(stage: Stage): Record<string, string> {
  const pairs = stage.instructions
    .filter(({ name }) => name === "ENV")
    .flatMap(({ value }) => value.split(/\s+/))
    .map((pair) => pair.split("=") as [string, string]);
  return Object.fromEntries(pairs);
}

export function findContainerProblems(stages: readonly Stage[]): string[] {
  const last = stages.at(-1);
  if (last === undefined) return ["There is no stage."];
  const names = new Set(stages.map(({ name }) => name));
  const all = stages.flatMap(({ instructions }) => instructions);
  const problems = [
    ...stages.filter(({ base }) => !DIGEST.test(base)).map(({ base }) => `${base} has no digest.`),
    ...all.filter(({ name }) => name === "ADD").map(({ line }) => `Line ${line}: COPY, not ADD.`),
    ...all
      .filter(({ name, value }) => name === "RUN" && /\b(?:apt-get|curl|wget|sudo)\b/.test(value))
      .map(({ line }) => `Line ${line}: it fetches what no checksum seals.`),
    ...all
      .filter(
        ({ name, value }) =>
          name === "RUN" && /\bnpm (?:ci|install)\b(?!.*--ignore-scripts)/.test(value),
      )
      .map(({ line }) => `Line ${line}: packages may not run anything while they are installed.`),
    ...all
      .filter(
        ({ name, value }) => name === "ENV" && /(?:SECRET|PASSWORD|_KEY|TOKEN)\w*=/.test(value),
      )
      .map(({ line }) => `Line ${line}: a secret would stand in the image.`),
    ...all.flatMap(({ value, line }) => {
      const from = /^--from=(\S+)/.exec(value)?.[1];
      return from === undefined || names.has(from) ? [] : [`Line ${line}: no stage ${from}.`];
    }),
  ];
  const [user = "root"] = (valueOf(last, "USER") ?? "root").split(":");
  if (!(Number(user) >= 10_000)) problems.push(`It runs as ${user}, not as a number of its own.`);
  if (valueOf(last, "VOLUME") !== "/data") problems.push("/data is not the one volume.");
  for (const name of ["CMD", "HEALTHCHECK"])
    if (!/\["node", /.test(valueOf(last, name) ?? ""))
      problems.push(`${name} does not start Node itself, without a shell.`);
  return problems;
}

/** `CMD ["node", …]`, or that of HEALTHCHECK. */
export function commandOf(stage: Stage, name: "CMD" | "HEALTHCHECK"): string[] {
  const list = /\[.*\]$/.exec(valueOf(stage, name) ?? "")?.[0] ?? "[]";
  return JSON.parse(list) as string[];
}
