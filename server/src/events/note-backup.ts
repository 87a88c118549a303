import type { DatabaseAddress } from "#server/database/connection.ts";
import { openSingleConnection } from "#server/database/single-connection.ts";

/** Admins are shown that there is a backup, and the audit log that somebody took everything along. */
export async function noteBackup(owner: DatabaseAddress, objects: number): Promise<void> {
  const client = await openSingleConnection(owner, "backup");
  try {
    const metadata = JSON.stringify({ files: objects });
    await client.query(
      "insert into security_events (kind, metadata) values ('backup.made', $1::jsonb)",
      [metadata],
    );
  } finally {
    await client.end();
  }
}
