/**
 * Signing in to the demonstration with one click. Not among the calls of `api.ts`: no other process answers them, and
 * nobody writes a program for it.
 */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { LoginAnswer, roles } from "./session.ts";

export const DemoPerson = z.object({ key: z.string(), name: z.string(), role: z.enum(roles) });
export type DemoPerson = z.infer<typeof DemoPerson>;

export const demoApi = {
  list: endpoint({
    method: "GET",
    path: "/api/demo",
    access: "public",
    scope: "session",
    summary: "The made-up people of the demonstration",
    response: z.object({ people: z.array(DemoPerson) }),
    passive: true,
  }),
  signIn: endpoint({
    method: "POST",
    path: "/api/demo/sign-in",
    access: "public",
    scope: "session",
    summary: "Begin to sign in as one of them, without a password",
    body: z.object({ key: z.string().check(z.minLength(1), z.maxLength(100)) }),
    /** As of a sign-in, with the code that nobody has a mailbox for, and whose it is. */
    response: z.extend(LoginAnswer, { email: z.string(), code: z.optional(z.string()) }),
  }),
};
