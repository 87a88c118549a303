/** Every endpoint of the contract with a valid call to it: what is in the contract is in the tests that go through all. */
import { api } from "contract/api";
import type { EndpointShape } from "contract/endpoint";
import type { Cook, Recipe } from "./endpoint-recipe.ts";
import { recipes } from "./endpoint-recipes.ts";
import type { World } from "./endpoint-world.ts";
import type { CallInput, TestAnswer } from "./test-client.ts";

export type Enrolled = { name: string; endpoint: EndpointShape; cook: Cook };

export const enrolledEndpoints: readonly Enrolled[] = Object.entries(api).flatMap(
  ([module, table]) =>
    Object.entries(table).map(([verb, endpoint]) => ({
      name: `${module}.${verb}`,
      endpoint: endpoint as EndpointShape,
      cook: (recipes as Record<string, Record<string, Cook>>)[module]![verb]!,
    })),
);

/** Makes the call in this world, as its caller unless the recipe brings a browser of its own. */
export async function sendEnrolled(
  world: World,
  { endpoint, cook }: Enrolled,
  changes: Recipe = {},
): Promise<Pick<TestAnswer<unknown>, "status" | "body" | "headers">> {
  const { client, ...input } = { ...(await cook(world)), ...changes };
  if (endpoint.response === "stream") return sendStream(world, endpoint);
  return (client ?? world.client).send(endpoint, input as CallInput<EndpointShape>);
}

/** A stream does not end by itself: its head is enough. */
async function sendStream({ client, portal }: World, endpoint: EndpointShape) {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const response = await portal.app.inject({
    method: "GET",
    url: endpoint.path,
    headers: { ...client.headers, cookie },
    payloadAsStream: true,
  });
  response.stream().destroy();
  return { status: response.statusCode, body: null, headers: response.headers };
}
