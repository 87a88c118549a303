/** A call of somebody in the model bureau, before it is known through which door it goes. */
import { type EndpointShape, pathOf } from "contract/endpoint";
import type { TestClient } from "#testing/test-client.ts";
import type { Member } from "./bureau.ts";

export type Asking = {
  endpoint: EndpointShape;
  params?: Record<string, string | number>;
  body?: unknown;
  /** The version that the editor has seen. */
  basedOn?: number;
  /** A PDF of this name. */
  fileName?: string;
};
export type Told = { status: number; body: unknown };

/** How a member's calls reach the portal: in this process, or over HTTP. */
export type Door = (who: Member, asking: Asking) => Promise<Told>;

export function pathOfAsking({ endpoint, params = {} }: Asking): string {
  return pathOf(endpoint as { path: string }, params);
}

export function headersOfAsking({ basedOn }: Asking): Record<string, string> {
  return basedOn === undefined ? {} : { "if-match": `"${basedOn}"` };
}

/** The door of a portal in this process. */
export function doorOf(clients: ReadonlyMap<Member, TestClient>, pdf: Buffer): Door {
  return async (who, asking) => {
    const client = clients.get(who);
    if (!client) throw new Error("Nobody of this name is signed in");
    const { endpoint, params, body, fileName } = asking;
    return client.send(endpoint, {
      ...(params && { params }),
      headers: headersOfAsking(asking),
      ...(fileName === undefined
        ? { rawBody: body }
        : {
            files: [{ field: "files", name: fileName, bytes: pdf, type: "application/pdf" }],
            fields: body as Record<string, string>,
          }),
    });
  };
}
