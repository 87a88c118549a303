/** A portal whose clock is wrong, while PostgreSQL's is right: libfaketime, preloaded into the portal alone. */
import { existsSync, writeFileSync } from "node:fs";

const libraries = [
  "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1",
  "/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1",
  "/usr/lib/faketime/libfaketimeMT.so.1",
];

/** Undefined where it is not installed. */
export const fakeTimeLibrary = libraries.find((path) => existsSync(path));

/** Read anew at each look at the clock, so that it can be set while the portal runs. */
export class FalseClock {
  readonly settings: Record<string, string>;
  readonly #file: string;

  constructor(file: string, library: string) {
    this.#file = file;
    this.settings = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: "1",
      // Nobody can set the clock that measures how much time has passed.
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    };
  }

  /** As faketime(1) writes it: "+2h", "@2038-01-19 03:13:50", "+0 x60". */
  set(moment: string): void {
    writeFileSync(this.#file, `${moment}\n`);
  }
}
