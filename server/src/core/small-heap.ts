/**
 * Garbage is collected when the heap has grown by so much, not when it is four times what lives in it: of twenty people
 * at once 180 MB are left in place of 75 (decisions/0012). It costs a collection every thousand calls.
 */
import { setFlagsFromString } from "node:v8";

setFlagsFromString("--heap-growing-percent=60");
