import * as en from "./en.ts";

/** The texts in the language of this portal. A further language `satisfies typeof en` and takes its place here. */
export { en as messages };
