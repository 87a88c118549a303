/** Every endpoint of the contract with a valid call to it: what is in the contract is in the tests that go through all. */
import { api } from "contract/api";
import type { EndpointShape } from "contract/endpoint";
import type { Fixtures } from "./endpoint-fixtures.ts";
import type { Prepare, Recipe } from "./endpoint-recipe.ts";
import { recipes } from "./endpoint-recipes.ts";
import type { CallInput, TestAnswer } from "./test-client.ts";

export type Enrolled = { name: string; endpoint: EndpointShape; prepare: Prepare };

export const enrolledEndpoints: readonly Enrolled[] = Object.entries(api).flatMap(
  ([module, table]) =>
    Object.entries(table).map(([verb, endpoint]) => ({
      name: `${module}.${verb}`,
      endpoint: endpoint as EndpointShape,
      prepare: (recipes as Record<string, Record<string, Prepare>>)[module]![verb]!,
    })),
);

/** Makes the call in this fixtures, as its caller unless the recipe brings a browser of its own. */
export async function sendEnrolled(
  fixtures: Fixtures,
  { endpoint, prepare }: Enrolled,
  changes: Recipe = {},
): Promise<Pick<TestAnswer<unknown>, "status" | "body" | "headers">> {
  const { client, ...input } = { ...(await prepare(fixtures)), ...changes };
  if (endpoint.response === "stream") return sendStream(fixtures, endpoint);
  return (client ?? fixtures.client).send(endpoint, input as CallInput<EndpointShape>);
}

/** A stream does not end by itself: its head is enough. */
async function sendStream({ client, portal }: Fixtures, endpoint: EndpointShape) {
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
