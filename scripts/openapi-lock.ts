/** `npm run openapi:lock`, at a release: what the calls are like now is what programs may rely on from now on. */
import { promisedNow, writeLock } from "./check/openapi-lock.ts";

writeLock(promisedNow());
console.log("openapi.lock.json holds the calls as they are now.");
