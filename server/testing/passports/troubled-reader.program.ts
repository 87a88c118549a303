/** A reader that some files end, as the worst of them would; all others are read. */
import { answerOrders } from "#server/jobs/child-orders.ts";
import type { PassportAnswer, PassportOrder } from "#server/modules/readings/passport-reader.ts";
import { troubles } from "./troubles.ts";

answerOrders<PassportOrder, PassportAnswer>(async ({ file }) => {
  const said = new TextDecoder("latin1").decode(file.bytes.subarray(0, 40));
  if (said.includes(troubles.ends)) process.exit(1);
  if (said.includes(troubles.eats)) {
    const eaten: unknown[] = [];
    for (;;) eaten.push(Array.from({ length: 100_000 }, (_, index) => ({ index })));
  }
  while (said.includes(troubles.hangs));
  // Fetched by the files that get so far: a process that is about to end needs nothing of it.
  const { readPassport } = await import("#server/modules/readings/lines/read-passport.ts");
  return { reading: await readPassport(file) };
});
