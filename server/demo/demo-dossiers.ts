/** What the bureau has built for authorities out of two families' papers. */
import type { DemoDossier } from "./demo-bureau.ts";

const sarrouf: DemoDossier[] = [
  {
    kind: "fiu",
    by: "agent1",
    builtAt: "2026-08-20T16:40:00+04:00",
    handedIn: { on: "2026-08-20", reference: "FIU/26/0417" },
    earlierScanOf: "Main - Birth Certificate.pdf",
  },
  {
    kind: "answer",
    by: "agent1",
    builtAt: "2026-10-09T11:20:00+04:00",
    addressee: "Financial Intelligence Unit",
    adds: "Main - Asset Report.pdf",
  },
];

const lin: DemoDossier[] = [
  {
    kind: "fiu",
    by: "agent2",
    builtAt: "2026-05-04T10:15:00+04:00",
    handedIn: { on: "2026-05-05", reference: "FIU/26/0188" },
  },
  {
    kind: "citizenship",
    by: "admin",
    builtAt: "2026-07-22T15:30:00+04:00",
    handedIn: { on: "2026-07-23", reference: "COC/26/0093" },
  },
  { kind: "passport", by: "admin", builtAt: "2026-10-21T09:50:00+04:00" },
];

/** By code of the case, in the order in which they were built. */
export const demoDossiers: Record<string, DemoDossier[]> = {
  "VU-2026-0014": sarrouf,
  "VU-2026-0006": lin,
};
