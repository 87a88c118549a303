/** The one reader of this process. Its process begins with the first passport and does not keep this one from ending. */
import { createPassportReader } from "./passport-reader.ts";

export const passportReader = createPassportReader();
