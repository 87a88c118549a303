/**
 * What has begun goes before what is new: in each turn of the event loop one more call begins. Of twenty that came
 * together each would otherwise wait for all others at every one of its steps, and an upload has twenty steps
 * (decisions/0047). Nothing is held back: where there is no work a turn takes no time.
 */
import { setImmediate as atNextTurn } from "node:timers";
import type { FastifyInstance } from "fastify";

export function beginInTurns(app: FastifyInstance): void {
  const waiting: (() => void)[] = [];
  const beginNext = () => {
    waiting.shift()?.();
    if (waiting.length > 0) atNextTurn(beginNext);
  };
  app.addHook("onRequest", (_request, _reply, begin) => {
    waiting.push(begin);
    if (waiting.length === 1) atNextTurn(beginNext);
  });
}
