import { afterEach, beforeEach, expect, it, vi } from "vitest";

type Holder = { readonly of: object; readonly name: string };
type Capability = { promise: Promise<string>; resolve: (value: string) => void };

const missing: Holder[] = [
  { of: Promise, name: "withResolvers" },
  { of: ArrayBuffer.prototype, name: "transferToFixedLength" },
  { of: Response.prototype, name: "bytes" },
  { of: Blob.prototype, name: "bytes" },
];
const kept = missing.map(({ of, name }) => Object.getOwnPropertyDescriptor(of, name));

beforeEach(async () => {
  for (const { of, name } of missing) Reflect.deleteProperty(of, name);
  vi.resetModules();
  await import("./missing-functions.ts");
});
afterEach(() => {
  for (const [at, { of, name }] of missing.entries()) {
    Reflect.deleteProperty(of, name);
    const own = kept[at];
    if (own !== undefined) Object.defineProperty(of, name, own);
  }
});

function call(holder: object, name: string, ...args: unknown[]): unknown {
  return (Reflect.get(holder, name) as (...given: unknown[]) => unknown).apply(holder, args);
}

it("gives older browsers what pdf.js calls", async () => {
  const { promise, resolve } = call(Promise, "withResolvers") as Capability;
  resolve("kept");
  expect(await promise).toBe("kept");

  const { buffer } = new Uint8Array([1, 2, 3]);
  const bytesOf = (length?: number) =>
    Array.from(new Uint8Array(call(buffer, "transferToFixedLength", length) as ArrayBuffer));
  expect(bytesOf()).toEqual([1, 2, 3]);
  expect(bytesOf(2)).toEqual([1, 2]);
  expect(bytesOf(5)).toEqual([1, 2, 3, 0, 0]);

  for (const holder of [new Response("ab"), new Blob(["ab"])])
    expect(await call(holder, "bytes")).toEqual(new Uint8Array([97, 98]));
});
