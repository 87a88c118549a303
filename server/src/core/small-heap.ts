/**
 * Garbage is collected when the heap has grown by one and a half times what lives in it, not by three times: what twenty
 * people at once leave behind stays in memory (decisions/0012).
 */
import { setFlagsFromString } from "node:v8";

setFlagsFromString("--heap-growing-percent=150");
