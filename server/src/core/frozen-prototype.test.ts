import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";

type Anything = Record<string, unknown>;

/** What it says in a thread of its own, whose prototype nobody else has touched. */
async function inFreshThread(code: string): Promise<unknown> {
  const module = new URL("frozen-prototype.ts", import.meta.url).href;
  const script = `import("${module}").then(() => {
    require("node:worker_threads").parentPort.postMessage((() => { "use strict"; ${code} })());
  });`;
  const worker = new Worker(script, { eval: true, execArgv: [] });
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  worker.once("message", resolve).once("error", reject);
  return promise.finally(() => worker.terminate());
}

describe("the prototype of all objects", { tags: ["asvs-45"] }, () => {
  it.each([
    ["gets no new property", "Object.prototype.isAdmin = true"],
    ["gets none by way of an object", "({}).__proto__.isAdmin = true"],
    ["gets none by definition", "Object.defineProperty(Object.prototype, 'isAdmin', { value: 1 })"],
    ["keeps those it has", "Object.prototype.toString = () => 'changed'"],
    ["loses none", "delete Object.prototype.hasOwnProperty"],
    ["gets no other parent", "Object.setPrototypeOf(Object.prototype, { isAdmin: true })"],
  ])("%s", async (_, attempt) => {
    await expect(inFreshThread(`${attempt};`)).rejects.toThrow(TypeError);
  });

  it("lets an object have a name of its own for what it inherits", async () => {
    const seen = await inFreshThread(`
      const own = {};
      own.toString = () => "own";
      class Child {}
      Child.prototype.constructor = Array;
      return [String(own), Object.keys(own), new Child().constructor === Array, String({})];
    `);
    expect(seen).toEqual(["own", ["toString"], true, "[object Object]"]);
  });

  it("takes nothing from JSON, from a form or from a merge", () => {
    const sent = JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"a":1}}') as Anything;
    const merged = Object.assign({}, sent, Object.fromEntries([["__proto__", { isAdmin: true }]]));
    expect((merged as Anything)["isAdmin"]).toBe(true);
    expect(({} as Anything)["isAdmin"]).toBeUndefined();
    expect(() => Object.assign(({} as Anything)["__proto__"] as object, { isAdmin: true })).toThrow(
      TypeError,
    );
  });
});
