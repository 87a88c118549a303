/**
 * What pdf.js takes for granted, also in its build for older browsers, and what the oldest ones that the portal supports
 * do not have: without it their pages stay blank.
 */
addWhereMissing(Promise, "withResolvers", () => {
  const capability: Record<string, unknown> = {};
  capability["promise"] = new Promise((resolve, reject) =>
    Object.assign(capability, { resolve, reject }),
  );
  return capability;
});

addWhereMissing(
  ArrayBuffer.prototype,
  "transferToFixedLength",
  function transferred(this: ArrayBuffer, length = this.byteLength) {
    const target = new Uint8Array(length);
    target.set(new Uint8Array(this, 0, Math.min(length, this.byteLength)));
    return target.buffer;
  },
);

for (const holder of [Response.prototype, Blob.prototype])
  addWhereMissing(holder, "bytes", async function bytes(this: Response | Blob) {
    return new Uint8Array(await this.arrayBuffer());
  });

function addWhereMissing(holder: object, name: string, value: unknown): void {
  if (!(name in holder))
    Object.defineProperty(holder, name, { configurable: true, writable: true, value });
}
export {};
