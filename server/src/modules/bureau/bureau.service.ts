/** Who the bureau is: one row that every portal keeps in memory (database/bureau.ts), changed by admins alone. */
import { and, eq, isNull, sql } from "drizzle-orm";
import { type Bureau, bureauApi, type LogoTheme, type UpdateBureauInput } from "contract/bureau";
import { currencies } from "contract/money";
import type { SignedInActor } from "#server/core/actor.ts";
import { badRequest, editConflict, notFoundWith } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import {
  bureauName,
  bureauRow,
  type BureauRow,
  keepBureau,
  tellBureauChanged,
} from "#server/database/bureau.ts";
import type { Transaction } from "#server/database/connection.ts";
import { bureau } from "#server/database/tables/bureau.ts";
import { securityEvents } from "#server/database/tables/security-events.ts";
import { storedFiles, type StoredFileRow } from "#server/database/tables/stored-files.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { announce } from "#server/events/announce.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import { keepFiles, type ReceivedFile, releaseFiles } from "#server/files/stored.ts";
import { tellAdmins } from "#server/mail/to-admins.ts";
import { assertKeepsBureau, readsBureauWhole } from "./bureau.policy.ts";

type Fields = Pick<
  BureauRow,
  "name" | "address" | "trn" | "phone" | "website" | "bankDetails" | "letterFoot"
>;
type FieldName = Exclude<keyof Fields, "bankDetails"> | `bankDetails.${string}`;
type Edit = { input: UpdateBureauInput; basedOn: number | null };

const logoColumns = { light: "logoFileId", dark: "logoDarkFileId" } as const;

export function get(actor: SignedInActor): Bureau {
  return shown(actor, bureauRow());
}

/** One that changes nothing writes nothing. */
export async function update(actor: SignedInActor, { input, basedOn }: Edit): Promise<Bureau> {
  assertKeepsBureau(actor);
  const row = await inTransaction(async (tx) => {
    const before = await lockBureau(tx);
    const fields = fieldsOf(input);
    const changed = changedBetween(before, fields);
    if (changed.length === 0) return before;
    await assertNoConflict(tx, { basedOn, before, changed });
    const after = await write(tx, fields);
    await tellChange(tx, actor, { after, changed });
    const details = currencies.filter((currency) => changed.includes(`bankDetails.${currency}`));
    if (details.length > 0)
      await tellAdmins(tx, "bankDetailsChanged", {
        name: actor.name || actor.email,
        currencies: details,
      });
    return after;
  });
  keepBureau(row);
  return shown(actor, row);
}

export async function findLogo(theme: LogoTheme): Promise<StoredFileRow> {
  const { logoFileId, logoDarkFileId } = bureauRow();
  // On dark ground the other one is better than none.
  const id = theme === "dark" ? (logoDarkFileId ?? logoFileId) : logoFileId;
  const [file] =
    id === null
      ? []
      : await runtime.database
          .select()
          .from(storedFiles)
          .where(and(eq(storedFiles.id, id), isNull(storedFiles.deletedAt)));
  if (!file) throw notFoundWith("No logo has been set");
  return file;
}

export async function storeLogo(
  actor: SignedInActor,
  theme: LogoTheme,
  files: readonly ReceivedFile[],
): Promise<void> {
  assertKeepsBureau(actor);
  await changeLogo(actor, theme, async (tx) => {
    const [logo] = await keepFiles(tx, files);
    if (!logo) throw badRequest("No files selected");
    return logo.id;
  });
}

export async function removeLogo(actor: SignedInActor, theme: LogoTheme): Promise<void> {
  assertKeepsBureau(actor);
  await changeLogo(actor, theme, async () => null);
}

/** The picture before goes with the change. */
async function changeLogo(
  actor: SignedInActor,
  theme: LogoTheme,
  nextOf: (tx: Transaction) => Promise<number | null>,
): Promise<void> {
  const column = logoColumns[theme];
  const row = await inTransaction(async (tx) => {
    const before = await lockBureau(tx);
    const next = await nextOf(tx);
    if (before[column] === next) return before;
    const after = await write(tx, { [column]: next });
    if (before[column] !== null) await releaseFiles(tx, [before[column]]);
    await tellChange(tx, actor, { after, changed: [theme === "light" ? "logo" : "logoDark"] });
    return after;
  });
  keepBureau(row);
}

async function lockBureau(tx: Transaction): Promise<BureauRow> {
  const [row] = await tx.select().from(bureau).for("update");
  if (!row) throw new Error("The row of the bureau is missing");
  return row;
}

async function write(tx: Transaction, values: Partial<BureauRow>): Promise<BureauRow> {
  const [row] = await tx.update(bureau).set(values).returning();
  if (!row) throw new Error("The written row was not returned");
  return row;
}

type Changed = { after: BureauRow; changed: readonly string[] };

/** The names of the fields alone: what stood in them belongs to no log. */
async function tellChange(
  tx: Transaction,
  actor: SignedInActor,
  { after, changed }: Changed,
): Promise<void> {
  const metadata = { fields: changed, version: after.revision };
  await recordSecurityEvent(tx, { kind: "bureau.changed", userId: actor.id, metadata });
  await tellBureauChanged(tx);
  await announce(tx, { audience: "everyone", keys: [bureauApi.get.path] });
}

type Attempt = { basedOn: number | null; before: BureauRow; changed: readonly FieldName[] };

/** Edits of different fields do not collide; without a version the last one wins. */
async function assertNoConflict(
  tx: Transaction,
  { basedOn, before, changed }: Attempt,
): Promise<void> {
  if (basedOn === null || basedOn >= before.revision) return;
  const { kind, metadata } = securityEvents;
  const since = await tx
    .select({ metadata })
    .from(securityEvents)
    .where(and(eq(kind, "bureau.changed"), sql`(${metadata} ->> 'version')::integer > ${basedOn}`));
  const others = new Set(since.flatMap((event) => (event.metadata as { fields: string[] }).fields));
  const lost = changed.filter((field) => others.has(field));
  if (lost.length === 0) return;
  const now = flat(before);
  throw editConflict(Object.fromEntries(lost.map((field) => [field, now[field] ?? null])));
}

function fieldsOf({ bankDetails, ...texts }: UpdateBureauInput): Fields {
  const filled = (text: string | null) => text?.trim() || null;
  const details = currencies.flatMap((currency) => {
    const text = filled(bankDetails[currency]);
    return text === null ? [] : [[currency, text] as const];
  });
  return {
    name: filled(texts.name),
    address: filled(texts.address),
    trn: filled(texts.trn),
    phone: filled(texts.phone),
    website: filled(texts.website),
    letterFoot: filled(texts.letterFoot),
    bankDetails: Object.fromEntries(details),
  };
}

function changedBetween(before: BureauRow, fields: Fields): FieldName[] {
  const [old, next] = [flat(before), flat(fields)];
  return (Object.keys(next) as FieldName[]).filter((field) => old[field] !== next[field]);
}

function flat(fields: Fields): Record<FieldName, string | null> {
  const { name, address, trn, phone, website, letterFoot, bankDetails } = fields;
  return {
    name,
    address,
    trn,
    phone,
    website,
    letterFoot,
    ...Object.fromEntries(
      currencies.map((currency) => [`bankDetails.${currency}`, bankDetails[currency] ?? null]),
    ),
  };
}

function shown(actor: SignedInActor, row: BureauRow): Bureau {
  const isWhole = readsBureauWhole(actor);
  const { USD = null, AED = null } = row.bankDetails;
  const logos = [
    ...(row.logoFileId === null ? [] : (["light"] as const)),
    ...(row.logoDarkFileId === null ? [] : (["dark"] as const)),
  ];
  return {
    name: bureauName(),
    website: row.website,
    phone: row.phone,
    ownName: isWhole ? row.name : null,
    usualName: isWhole ? runtime.config.bureauName : null,
    address: isWhole ? row.address : null,
    trn: isWhole ? row.trn : null,
    bankDetails: isWhole ? { USD, AED } : null,
    letterFoot: isWhole ? row.letterFoot : null,
    logos: isWhole ? logos : null,
    version: isWhole ? row.revision : null,
  };
}
