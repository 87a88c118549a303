declare module "#server/core/runtime.ts" {
  interface Runtime {
    clock: Clock;
  }
}

/** What time it is. Passed in through the runtime so that tests can move it. */
export type Clock = { now(): Date };
