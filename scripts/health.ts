/** Whether the portal of this machine or container is ready, for whatever watches it: ends with 0, or with 1 and why. */
const PATIENCE_MS = 4000;

const address = `http://127.0.0.1:${process.env["PORT"] || "3000"}/api/ready`;
try {
  const { ok, status } = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!ok) throw new Error(`it answers ${status}`);
} catch (error) {
  console.error(`The portal at ${address} is not ready: ${(error as Error).message}.`);
  process.exitCode = 1;
}
