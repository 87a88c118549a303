/**
 * What a request has smuggled onto `Object.prototype` would be a property of everything, of every check of a right too
 * (asvs 45). Imported before anything else, so that no input can have been read before.
 *
 * Frozen as it is, it would also forbid `object.toString = …` on any object, which half of npm does in good faith
 * (V8 does not let a plain assignment cover a property that is read-only further up). Hence a setter that gives the
 * assigned object a property of its own.
 */
for (const name of Object.getOwnPropertyNames(Object.prototype)) {
  const property = Object.getOwnPropertyDescriptor(Object.prototype, name);
  if (property !== undefined && "value" in property)
    Object.defineProperty(Object.prototype, name, coverable(name, property.value));
}
Object.freeze(Object.prototype);

function coverable(name: string, value: unknown): PropertyDescriptor & ThisType<object> {
  return {
    enumerable: false,
    get: () => value,
    set(own: unknown) {
      if (this === Object.prototype) throw new TypeError(`Object.prototype.${name} is frozen`);
      Object.defineProperty(this, name, {
        value: own,
        writable: true,
        enumerable: true,
        configurable: true,
      });
    },
  };
}
