import { setImmediate as nextTurn } from "node:timers/promises";
import Fastify from "fastify";
import { expect, it } from "vitest";
import { beginInTurns } from "./turns.ts";

it("lets a call that has begun go on before another one begins", async () => {
  const app = Fastify();
  beginInTurns(app);
  const seen: string[] = [];
  app.get<{ Params: { name: string } }>("/:name", async ({ params: { name } }) => {
    seen.push(`${name} begins`);
    await nextTurn();
    seen.push(`${name} goes on`);
    return name;
  });
  const answers = await Promise.all(["one", "two", "three"].map((name) => app.inject(`/${name}`)));
  expect(seen).toEqual(
    ["one", "two", "three"].flatMap((name) => [`${name} begins`, `${name} goes on`]),
  );
  expect(answers.map(({ body }) => body)).toEqual(["one", "two", "three"]);
  await app.close();
});
