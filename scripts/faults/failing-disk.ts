/**
 * A disk on which one call fails: Node's own functions are replaced in this process, so that no place which calls them is
 * forgotten. Only what lies in the given directory is touched.
 */
import fs from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

export const diskFaults = ["EIO", "ENOSPC", "EACCES", "short write"] as const;
export type DiskFault = (typeof diskFaults)[number];
/** The n-th call from 0 on, and how it fails. */
export type DiskPlan = { at: number; fault: DiskFault };

export interface FailingDisk {
  /** Lets the work meet the fault, if it comes so far; answers the names of the calls it made. */
  during(work: () => Promise<void>, plan?: DiskPlan): Promise<string[]>;
  close(): void;
}

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;
type Holder = Record<string, AnyFunction>;

const pathFunctions =
  "access mkdir open opendir readdir readFile rename rm stat statfs writeFile".split(" ");
const handleFunctions = ["sync", "read", "write", "stat"];
const descriptorFunctions = ["read", "write", "writev", "close"];

export async function watchDisk(directory: string): Promise<FailingDisk> {
  const handle = await promises.open(directory);
  const handles = Object.getPrototypeOf(handle) as Holder;
  await handle.close();
  /** Handles and descriptors of what lies in the directory. */
  const opened = new Set<unknown>();
  const undo: (() => void)[] = [];
  let calls: string[] | null = null;
  let plan: DiskPlan | undefined;

  const isInside = (path: unknown) => typeof path === "string" && path.startsWith(directory);

  /** Counts the call, and answers how it fails. */
  function meet(name: string): DiskFault | null {
    if (calls === null) return null;
    calls.push(name);
    return plan?.at === calls.length - 1 ? plan.fault : null;
  }

  function replace(holder: object, name: string, around: (original: AnyFunction) => AnyFunction) {
    const functions = holder as Holder;
    const original = functions[name];
    if (original === undefined) throw new Error(`Node has no function ${name}`);
    functions[name] = around(original);
    undo.push(() => (functions[name] = original));
  }

  function failingHandle(name: string, original: AnyFunction): AnyFunction {
    return async function (...args) {
      const fault = opened.has(this) ? meet(name) : null;
      // A disk that fails at closing has closed all the same.
      const result = fault === null || name === "close" ? await original.apply(this, args) : null;
      if (fault !== null) throw failure(fault, name);
      return result;
    };
  }

  /** Each handle brings a function of its own for closing. */
  function noteHandle(handle: Holder): void {
    opened.add(handle);
    const { close } = handle;
    if (close !== undefined) handle["close"] = failingHandle("close", close);
  }

  for (const name of pathFunctions)
    replace(promises, name, (original) => async (...args) => {
      const fault = isInside(args[0]) ? meet(name) : null;
      if (fault !== null) throw failure(fault, name);
      const result = await original.apply(promises, args);
      if (name === "open" && isInside(args[0])) noteHandle(result as Holder);
      return result;
    });
  for (const name of handleFunctions)
    replace(handles, name, (original) => failingHandle(name, original));
  replace(fs, "open", (original) => (...args) => {
    if (!isInside(args[0])) return original.apply(fs, args);
    const done = args.pop() as AnyFunction;
    const fault = meet("open");
    if (fault !== null) return process.nextTick(done, failure(fault, "open"));
    return original.apply(fs, [
      ...args,
      (error: unknown, descriptor: unknown) => {
        opened.add(descriptor);
        done(error, descriptor);
      },
    ]);
  });
  for (const name of descriptorFunctions)
    replace(fs, name, (original) => (...args) => {
      if (!opened.has(args[0])) return original.apply(fs, args);
      if (name === "close") opened.delete(args[0]);
      const fault = meet(name);
      if (fault === null) return original.apply(fs, args);
      if (fault === "short write") return original.apply(fs, shortened(name, args));
      const done = args.pop() as AnyFunction;
      if (name !== "close") return process.nextTick(done, failure(fault, name));
      return original.apply(fs, [args[0], () => done(failure(fault, name))]);
    });
  syncBuiltinESMExports();

  return {
    async during(work, planned) {
      const made: string[] = [];
      [calls, plan] = [made, planned];
      try {
        await work();
      } finally {
        calls = null;
      }
      return made;
    },
    close() {
      for (const restore of undo) restore();
      syncBuiltinESMExports();
    },
  };
}

/** Which faults a call can meet. */
export function faultsOf(call: string): readonly DiskFault[] {
  return diskFaults.filter((fault) => fault !== "short write" || /^writev?$/.test(call));
}

function failure(fault: DiskFault, name: string): Error {
  return Object.assign(new Error(`${fault}: planted, ${name}`), { code: fault, syscall: name });
}

/** `write(fd, buffer, offset, length, …)` and `writev(fd, buffers, …, done)`, which says again what it was to write. */
function shortened(name: string, args: unknown[]): unknown[] {
  if (name === "write") return args.with(3, Math.ceil(Number(args[3]) / 2));
  const buffers = args[1] as Buffer[];
  const [first] = buffers;
  const done = args.at(-1) as AnyFunction;
  return args
    .with(1, [first?.subarray(0, Math.ceil(first.length / 2))])
    .with(-1, (error: unknown, written: unknown) => done(error, written, buffers));
}
