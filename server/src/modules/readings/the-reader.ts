/** The one reader of this process. Its thread begins with the first passport and keeps no process from ending. */
import { createPassportReader } from "./passport-reader.ts";

export const passportReader = createPassportReader();
