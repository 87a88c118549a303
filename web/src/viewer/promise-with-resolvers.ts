/** pdf.js takes `Promise.withResolvers` for granted, also in its build for older browsers; Safari has it since 17.4. */
if (!("withResolvers" in Promise)) {
  Object.defineProperty(Promise, "withResolvers", {
    configurable: true,
    writable: true,
    value: () => {
      const capability: Record<string, unknown> = {};
      capability["promise"] = new Promise((resolve, reject) =>
        Object.assign(capability, { resolve, reject }),
      );
      return capability;
    },
  });
}

export {};
