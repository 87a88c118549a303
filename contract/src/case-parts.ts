/** What a list of cases and a whole case both speak of; apart, so that a list is read without the rest of a case. */
import * as z from "zod/mini";

export const programs = ["vanuatu", "nauru"] as const;
export type Program = (typeof programs)[number];
export const programLabels: Record<Program, string> = { vanuatu: "Vanuatu", nauru: "Nauru" };

/** A user, or somebody invited who has not registered yet: then `id` is `invitation-{n}` (D-120). */
export const AssigneeId = z.union([z.number(), z.string()]);
export const AssignedUser = z.object({
  id: AssigneeId,
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  email: z.string(),
  pending: z.boolean(),
});
export type AssignedUser = z.infer<typeof AssignedUser>;
