import { withSecretFiles } from "./secret-files.ts";

export type Environment = Record<string, string | undefined>;

type IntegerRange = { fallback: number; from: number; to: number };

/** Reads settings by name and collects what is wrong with them. An empty value counts as not set. */
export class Settings {
  readonly problems: string[] = [];
  readonly #environment: Environment;

  constructor(environment: Environment) {
    const { environment: complete, problems } = withSecretFiles(environment);
    this.#environment = complete;
    this.problems.push(...problems);
  }

  text(name: string): string | undefined {
    const value = this.#environment[name]?.trim();
    return value === "" ? undefined : value;
  }

  integer(name: string, { fallback, from, to }: IntegerRange): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= from && number <= to) return number;
    this.problem(`${name} must be a whole number from ${from} to ${to}, not "${value}".`);
    return fallback;
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.text(name)?.toLowerCase();
    if (value === undefined) return fallback;
    if (["on", "true", "1", "yes"].includes(value)) return true;
    if (["off", "false", "0", "no"].includes(value)) return false;
    this.problem(`${name} must be "on" or "off", not "${value}".`);
    return fallback;
  }

  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const value = this.text(name)?.toLowerCase();
    if (value === undefined) return undefined;
    const choice = choices.find((candidate) => candidate === value);
    if (choice === undefined) this.problem(`${name} must be one of ${choices.join(", ")}.`);
    return choice;
  }

  /** Any of the choices, separated by commas. */
  choices<Choice extends string>(name: string, choices: readonly Choice[]): Choice[] {
    const wanted = (this.text(name) ?? "").toLowerCase().split(/[\s,]+/);
    const unknown = wanted.filter((word) => word !== "" && !choices.includes(word as Choice));
    if (unknown.length > 0) this.problem(`${name} may name ${choices.join(", ")}.`);
    return choices.filter((choice) => wanted.includes(choice));
  }

  /** An address with one of the given schemes. The value itself is never repeated: it may hold a password. */
  url(name: string, schemes: readonly string[]): URL | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (url !== undefined && schemes.includes(url.protocol)) return url;
    this.problem(
      `${name} must be an address that starts with ${schemes.map((scheme) => `${scheme}//`).join(" or ")}.`,
    );
    return undefined;
  }

  problem(sentence: string): void {
    this.problems.push(sentence);
  }
}
