/** How a file begins that does something to the reader (troubled-reader.program.ts). */
export const troubles = {
  ends: "%PDF ends its process",
  eats: "%PDF eats its memory",
  hangs: "%PDF hangs",
} as const;

export const troubledReader = new URL("./troubled-reader.program.ts", import.meta.url);
