/**
 * Garbage is collected when the heap has grown by so much, not when it is four times what lives in it: what twenty people
 * at once leave behind stays in memory (decisions/0012).
 */
import { setFlagsFromString } from "node:v8";

setFlagsFromString("--heap-growing-percent=60");
