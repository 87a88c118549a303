/** The process in which passports are read (passport-reader.ts). */
import "#server/core/frozen-prototype.ts";
import { answerOrders } from "#server/jobs/child-orders.ts";
import { drawStrip, readPassport } from "./lines/read-passport.ts";
import type { PassportAnswer, PassportOrder } from "./passport-reader.ts";

answerOrders<PassportOrder, PassportAnswer>(async ({ want, file }) =>
  want === "reading" ? { reading: await readPassport(file) } : { strip: await drawStrip(file) },
);
