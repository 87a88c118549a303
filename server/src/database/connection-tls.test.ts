import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { CERTIFICATE, openTlsPostgres, type TlsPostgres } from "#testing/tls-postgres.ts";
import { openDatabase } from "./connection.ts";

let stranger: TlsPostgres;
let directory: string;
beforeEach(async () => {
  stranger = await openTlsPostgres();
  directory = await mkdtemp(join(tmpdir(), "portal-tls-"));
});
afterEach(async () => {
  await stranger.close();
  await rm(directory, { recursive: true, force: true });
});

/** Why the connection was not made. */
async function failure(host: string, more = ""): Promise<string> {
  const opened = openDatabase({
    connectionString: `postgres://portal:hunter2@${host}:${stranger.port}/portal?sslmode=verify-full${more}`,
  });
  const error: unknown = await opened.pool.query("select 1").catch((reason: unknown) => reason);
  await opened.close();
  return String((error as NodeJS.ErrnoException).code ?? error);
}

it(
  "tells nothing to a database whose certificate nobody vouches for, or that is another one's",
  { tags: ["asvs-100"] },
  async () => {
    expect(await failure("localhost")).toBe("DEPTH_ZERO_SELF_SIGNED_CERT");
    const authority = join(directory, "authority.pem");
    await writeFile(authority, CERTIFICATE);
    expect(await failure("127.0.0.1", `&sslrootcert=${authority}`)).toBe(
      "ERR_TLS_CERT_ALTNAME_INVALID",
    );
    expect(stranger.heard()).toBe("");
    // Vouched for, and the right one: now the driver introduces itself.
    await failure("localhost", `&sslrootcert=${authority}`);
    expect(stranger.heard()).toContain("portal");
  },
);
