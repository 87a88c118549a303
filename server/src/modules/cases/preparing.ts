/** How many cases have no search key yet, as whoever counted last has found. */
let unkeyed = 0;

export function noteUnkeyed(count: number): void {
  unkeyed = count;
}

export function countedUnkeyed(): number {
  return unkeyed;
}
