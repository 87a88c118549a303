import type { BureauOnPaper } from "#server/files/papers/letterhead.ts";

/** A bureau that has told nothing of itself but its name. */
export function bureauOnPaper(name = "Example Bureau"): BureauOnPaper {
  return { name, address: null, trn: null, phone: null, website: null, foot: null, logo: null };
}
