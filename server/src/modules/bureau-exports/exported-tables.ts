/** What is taken out of the tables: every table but those that open accounts or files, or only wait. */
import { escapeIdentifier } from "#server/database/single-connection.ts";
import type { SnapshotConnection } from "#server/database/snapshot-connection.ts";
import { guardText } from "#server/files/sheets/formula-guard.ts";

/** Sessions, codes, tokens, keys, throttles and the outbox; readings, which are kept for a short while alone. */
const tablesLeftOut = [
  "schema_migrations",
  "schema_needs",
  "sessions",
  "trusted_devices",
  "otp_verifications",
  "recovery_codes",
  "totp_secrets",
  "passkeys",
  "passkey_challenges",
  "password_reset_tokens",
  "email_changes",
  "tokens",
  "case_keys",
  "idempotency_keys",
  "throttle_buckets",
  "failed_login_attempts",
  "mail_outbox",
  "readings",
];
/** Secrets of tables that go out otherwise; beside them every column of bytes, which the keys of the portal alone open. */
const columnsLeftOut = ["users.password", "user_invitations.token", "applicants.passport_mark"];

export type ExportedTable = {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
};

export async function findTables({ client }: SnapshotConnection): Promise<ExportedTable[]> {
  const { rows } = await client.query<{ table: string; column: string; type: string }>(
    `select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0
       and not a.attisdropped and not c.relname = any($1)
       and not c.relname || '.' || a.attname = any($2) and a.atttypid <> 'bytea'::regtype
     order by c.relname, a.attnum`,
    [tablesLeftOut, columnsLeftOut],
  );
  return [...Map.groupBy(rows, ({ table }) => table)].map(([name, columns]) => ({
    name,
    columns: columns.map(({ column, type }) => ({ name: column, type })),
  }));
}

const ROWS_AT_ONCE = 1000;
/** Written as they are: what begins with a minus there is no formula. */
const numbers = /^(smallint|integer|bigint|numeric|real|double precision)$/;

export type TableLine = { readonly json: string; readonly csv: string };

/** As JSON by the database itself, which holds every number to its last digit. */
export async function* readTable(
  { client }: SnapshotConnection,
  { name, columns }: ExportedTable,
): AsyncGenerator<TableLine[]> {
  const list = columns.map((column) => escapeIdentifier(column.name)).join(", ");
  const texts = columns.map((column) => `picked.${escapeIdentifier(column.name)}::text`).join(", ");
  await client.query(`declare exported_rows no scroll cursor for
    select row_to_json(picked)::text as json, array[${texts}] as cells
    from (select ${list} from public.${escapeIdentifier(name)}) picked`);
  for (;;) {
    const { rows } = await client.query<{ json: string; cells: (string | null)[] }>(
      `fetch ${ROWS_AT_ONCE} from exported_rows`,
    );
    if (rows.length > 0)
      yield rows.map(({ json, cells }) => ({ json, csv: csvLine(cells, columns) }));
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await client.query("close exported_rows");
}

export function csvHead({ columns }: ExportedTable): string {
  return `\uFEFF${columns.map(({ name }) => name).join(",")}\r\n`;
}

function csvLine(cells: readonly (string | null)[], columns: ExportedTable["columns"]): string {
  const fields = cells.map((cell, index) => {
    if (cell === null) return "";
    if (numbers.test(columns[index]?.type ?? "")) return cell;
    const text = guardText(cell);
    return /[",\r\n]/.test(text) || text === "" ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${fields.join(",")}\r\n`;
}
