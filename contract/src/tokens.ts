/** Personal tokens: a program acts for somebody of the bureau, with no more than his rights and for a while. */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { MessageAnswer } from "./errors.ts";
import { ById, IdInPath, requiredText, Timestamp } from "./fields.ts";
import { scopes } from "./scopes.ts";

export const MAX_TOKEN_NAME = 60;
/** Living ones of one person. */
export const MAX_TOKENS = 10;
export const MAX_TOKEN_DAYS = 365;
export const USUAL_TOKEN_DAYS = 90;
/** So long before a token ends its owner is told. */
export const TOKEN_WARNING_DAYS = 7;

export const Token = z.object({
  id: z.number(),
  name: z.string(),
  /** Its last four characters. */
  hint: z.string(),
  scopes: z.array(z.enum(scopes)),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  lastUsedAt: z.nullable(Timestamp),
  lastUsedNetwork: z.nullable(z.string()),
});
export type Token = z.infer<typeof Token>;

const DAYS = `Choose 1 to ${MAX_TOKEN_DAYS} days`;

export const CreateTokenInput = z.object({
  name: requiredText("Name is required", MAX_TOKEN_NAME),
  scopes: z
    .array(z.enum(scopes, "Unknown scope"), "Choose at least one scope")
    .check(z.minLength(1, "Choose at least one scope"), z.maxLength(scopes.length)),
  days: z.int(DAYS).check(z.gte(1, DAYS), z.lte(MAX_TOKEN_DAYS, DAYS)),
});

export const tokensApi = {
  list: endpoint({
    method: "GET",
    path: "/api/tokens",
    access: "bureau",
    scope: "session",
    summary: "One's own tokens that live, newest first",
    response: z.array(Token),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/tokens",
    access: "bureau",
    scope: "session",
    stepUp: true,
    secret: true,
    summary: "Create a token; its secret is answered this once",
    body: CreateTokenInput,
    refusals: {
      403: ["API tokens are switched off"],
      409: [`At most ${MAX_TOKENS} tokens`],
    },
    response: z.object({ token: Token, secret: z.string() }),
    status: 201,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/tokens/:id",
    access: "bureau",
    scope: "session",
    summary: "Revoke one of one's own tokens",
    params: ById,
    refusals: { 404: ["Token not found"] },
    response: MessageAnswer,
  }),
  listOfUser: endpoint({
    method: "GET",
    path: "/api/users/:id/tokens",
    access: "admin",
    scope: "session",
    summary: "The living tokens of a user",
    params: ById,
    refusals: { 404: ["User not found"] },
    response: z.array(Token),
  }),
  removeOfUser: endpoint({
    method: "DELETE",
    path: "/api/users/:id/tokens/:tokenId",
    access: "admin",
    scope: "session",
    summary: "Revoke a user's token; he is told by mail",
    params: z.object({ id: IdInPath, tokenId: IdInPath }),
    refusals: { 404: ["User not found", "Token not found"] },
    response: MessageAnswer,
  }),
};
