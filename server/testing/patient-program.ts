/** A program for the tests of child.ts: repeats how many bytes it hears, then waits for something that keeps nobody alive. */
import { tellMemory } from "#server/jobs/memory-telling.ts";

tellMemory();
for await (const heard of process.stdin)
  process.send?.({ kind: "heard", bytes: (heard as Buffer).length });
await new Promise<void>((over) => setTimeout(over, 20).unref());
process.stdout.write("waited");
process.disconnect();
