/**
 * Loaded into a portal before its first file (`node --import`): the process dies when an upload reaches the step named by
 * CRASH_AT for the n-th time, as in `stored:3`.
 */
import { onEveryStep } from "server/src/files/upload-steps.ts";

const [step, times] = (process.env.CRASH_AT ?? "").split(":");
let left = Number(times);

onEveryStep((reached) => {
  if (reached === step) left -= 1;
  if (left === 0) process.kill(process.pid, "SIGKILL");
});
