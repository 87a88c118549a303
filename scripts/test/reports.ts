/** What the two test runners wrote about a run, reduced to what counts. */
import { existsSync, readFileSync } from "node:fs";

export interface Outcome {
  passed: number;
  /** One line for each test that did not pass, and for whatever else went wrong. */
  failures: string[];
  /** Journeys that passed at their second try; each is named at the end of the run. */
  secondTries?: string[];
}

/** A busy machine excuses one; two say that something is wrong. */
const MOST_SECOND_TRIES = 1;

interface VitestReport {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

interface PlaywrightSuite {
  title: string;
  specs?: { title: string; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightReport {
  suites: PlaywrightSuite[];
  errors: { message?: string }[];
}

export function readVitestReport(path: string, exitCode: number): Outcome {
  const report = readJson<VitestReport>(path);
  if (report === null) return brokenOff("vitest", exitCode);
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const failures = [
    ...tests
      .filter((test) => test.status !== "passed")
      .map((test) => `${test.fullName} (${test.status})`),
    ...report.testResults
      .filter((file) => file.status === "failed" && !file.assertionResults.some(isFailed))
      .map((file) => `${file.name} could not be loaded: ${firstLine(file.message)}`),
  ];
  const passed = tests.filter((test) => test.status === "passed").length;
  return withExitCode({ passed, failures }, "vitest", exitCode);
}

export function readPlaywrightReport(path: string, exitCode: number): Outcome {
  const report = readJson<PlaywrightReport>(path);
  if (report === null) return brokenOff("playwright", exitCode);
  const tests = report.suites.flatMap((suite) => testsIn(suite, ""));
  const secondTries = tests.filter(({ status }) => status === "flaky").map(({ name }) => name);
  const others = tests.filter(({ status }) => status !== "expected" && status !== "flaky");
  const failures = [
    ...others.map((test) => `${test.name} (${test.status})`),
    ...(secondTries.length > MOST_SECOND_TRIES
      ? [
          `${secondTries.length} journeys needed a second try, where ${MOST_SECOND_TRIES} is allowed`,
        ]
      : []),
    ...report.errors.map((error) => firstLine(error.message ?? "playwright reported an error")),
  ];
  const passed = tests.length - others.length;
  return withExitCode({ passed, failures, secondTries }, "playwright", exitCode);
}

function testsIn(suite: PlaywrightSuite, above: string): { name: string; status: string }[] {
  const place = above === "" ? suite.title : `${above} › ${suite.title}`;
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.map((test) => ({
      name: `${place} › ${spec.title}`,
      status: test.status,
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap((child) => testsIn(child, place))];
}

function isFailed(test: { status: string }): boolean {
  return test.status === "failed";
}

/** An unhandled error or a crashed worker leaves no failed test behind, only an exit code. */
function withExitCode(outcome: Outcome, runner: string, exitCode: number): Outcome {
  const hasUnexplainedFailure = exitCode !== 0 && outcome.failures.length === 0;
  return hasUnexplainedFailure
    ? { ...outcome, failures: [`${runner} ended with exit code ${exitCode}`] }
    : outcome;
}

function brokenOff(runner: string, exitCode: number): Outcome {
  return {
    passed: 0,
    failures: [`${runner} broke off with exit code ${exitCode} before it wrote a report`],
  };
}

function readJson<T>(path: string): T | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as T) : null;
}

function firstLine(text: string): string {
  return text.split("\n")[0] ?? text;
}
