/** Who the bureau is: the one source of its name, logo, address and tax number, on screens, in mails and on papers (W-BUR). */
import * as z from "zod/mini";
import { endpoint, FILE } from "./endpoint.ts";
import { MessageAnswer } from "./errors.ts";
import { manyLines, optionalText, tooLong } from "./fields.ts";

export const bureauLimits = {
  name: 100,
  address: 500,
  trn: 50,
  phone: 50,
  website: 200,
  bankDetails: 500,
  letterFoot: 300,
} as const;

export const logoThemes = ["light", "dark"] as const;
export type LogoTheme = (typeof logoThemes)[number];

const INVALID_WEBSITE = "Enter a web address that starts with https:// or http://";

const lines = (limit: number) =>
  z.nullable(z.string().check(manyLines(), z.maxLength(limit, tooLong(limit))));
const line = (limit: number) => z.nullable(optionalText(limit));

/** Null or empty: nothing; of the name, that of the settings. */
export const UpdateBureauInput = z.object({
  name: line(bureauLimits.name),
  address: lines(bureauLimits.address),
  trn: line(bureauLimits.trn),
  phone: line(bureauLimits.phone),
  website: z.nullable(
    optionalText(bureauLimits.website).check(
      z.refine((text) => text === "" || isWebAddress(text), INVALID_WEBSITE),
    ),
  ),
  bankDetails: z.object({
    USD: lines(bureauLimits.bankDetails),
    AED: lines(bureauLimits.bankDetails),
  }),
  letterFoot: line(bureauLimits.letterFoot),
});
export type UpdateBureauInput = z.input<typeof UpdateBureauInput>;

export const Bureau = z.object({
  name: z.string(),
  website: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** What follows is null for everybody but admins. */
  ownName: z.nullable(z.string()),
  /** What it is called without a name of its own. */
  usualName: z.nullable(z.string()),
  address: z.nullable(z.string()),
  trn: z.nullable(z.string()),
  bankDetails: z.nullable(z.object({ USD: z.nullable(z.string()), AED: z.nullable(z.string()) })),
  letterFoot: z.nullable(z.string()),
  logos: z.nullable(z.array(z.enum(logoThemes))),
  version: z.nullable(z.number()),
});
export type Bureau = z.infer<typeof Bureau>;

const LogoQuery = z.object({ theme: z._default(z.enum(logoThemes, "Invalid theme"), "light") });

export const bureauApi = {
  get: endpoint({
    method: "GET",
    path: "/api/bureau",
    access: "signedIn",
    scope: "session",
    summary: "Who the bureau is; most of it for admins alone",
    response: Bureau,
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/bureau",
    access: "admin",
    scope: "session",
    stepUp: true,
    summary: "Change who the bureau is",
    body: UpdateBureauInput,
    response: Bureau,
  }),
  getLogo: endpoint({
    method: "GET",
    path: "/api/bureau/logo",
    access: "public",
    scope: "session",
    summary: "The bureau's logo, for light or dark ground",
    query: LogoQuery,
    response: FILE,
    passive: true,
  }),
  uploadLogo: endpoint({
    method: "PUT",
    path: "/api/bureau/logo",
    access: "admin",
    scope: "session",
    stepUp: true,
    summary: "Set a logo; it is drawn anew as PNG",
    query: LogoQuery,
    files: { rule: "bureauLogo" },
    response: MessageAnswer,
    budget: "uploads",
  }),
  removeLogo: endpoint({
    method: "DELETE",
    path: "/api/bureau/logo",
    access: "admin",
    scope: "session",
    stepUp: true,
    summary: "Take a logo away",
    query: LogoQuery,
    response: MessageAnswer,
  }),
};

function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s/]/.test(text)) return false;
  try {
    return new URL(text).host !== "";
  } catch {
    return false;
  }
}
