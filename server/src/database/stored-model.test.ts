/** The stored data model as the specification names it (invoice-side.md section 3). */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";

interface Demands {
  defaults?: Record<string, string>;
  allowed?: Record<string, string[]>;
  /** What must be unique, as PostgreSQL writes the index. */
  unique?: string[];
  types?: Record<string, string>;
}

const ROLES = ["admin", "agent", "client", "accountant"];

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.owner);
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.remove();
});

const columnOf = (field: string) =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** What the stored table lacks of what is demanded. */
async function lacking(table: string, fields: string, demands: Demands = {}): Promise<string[]> {
  const columns = await columnsOf(table);
  const unique = await uniqueKeysOf(table);
  const wrong = (kind: "default" | "type", wanted: Record<string, string> = {}) =>
    Object.entries(wanted)
      .filter(([field, value]) => columns.get(columnOf(field))?.[kind] !== value)
      .map(([field, value]) => `${field} with ${kind} ${value}`);
  const forbidden: string[] = [];
  for (const [field, values] of Object.entries(demands.allowed ?? {})) {
    const found = await allowedIn(table, columnOf(field));
    if (found.join() !== values.join()) forbidden.push(`${field} with the values ${values.join()}`);
  }
  return [
    ...fields.split(" ").filter((field) => !columns.has(columnOf(field))),
    ...wrong("default", demands.defaults),
    ...wrong("type", demands.types),
    ...forbidden,
    ...(demands.unique ?? []).filter((key) => !unique.includes(key)),
  ];
}

async function columnsOf(table: string) {
  const { rows } = await client.query<{ name: string; default: string | null; type: string }>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
       pg_get_expr(d.adbin, d.adrelid) as default
     from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
    [table],
  );
  const plain = (value: string | null) => value?.replace(/::[\w ]+$/, "").replaceAll("'", "");
  return new Map(rows.map((row) => [row.name, { ...row, default: plain(row.default) }]));
}

async function allowedIn(table: string, column: string): Promise<string[]> {
  const { rows } = await client.query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint
     where contype = 'c' and conrelid = $1::regclass`,
    [table],
  );
  const own = rows.find(({ definition }) => definition.includes(`((${column} = ANY`));
  return [...(own?.definition ?? "").matchAll(/'([^']*)'/g)].map((match) => match[1] ?? "");
}

async function uniqueKeysOf(table: string): Promise<string[]> {
  const { rows } = await client.query<{ definition: string }>(
    `select pg_get_indexdef(indexrelid) as definition from pg_index
     where indisunique and indrelid = $1::regclass`,
    [table],
  );
  return rows.map(({ definition }) => /\((.*)\)$/.exec(definition)?.[1] ?? "");
}

describe("stored people", () => {
  it(
    "users hold name, address, password, picture, role and flag",
    { tags: ["I-DATA-001..010", "CI-ROLE-001", "I-ROLE-002"] },
    async () => {
      expect(
        await lacking(
          "users",
          "id email password firstName lastName profileImageUrl role isAdmin createdAt updatedAt",
          {
            defaults: { role: "client", isAdmin: "false" },
            allowed: { role: ROLES },
            types: { isAdmin: "boolean" },
            unique: ["lower(email)"],
          },
        ),
      ).toEqual([]);
    },
  );

  it("failed sign-ins hold who, from where and when", { tags: ["I-DATA-011..015"] }, async () => {
    expect(
      await lacking("failed_login_attempts", "id ipAddress email attemptedAt userAgent"),
    ).toEqual([]);
  });

  it(
    "invitations hold the invited, the inviter and their expiry",
    { tags: ["I-DATA-078..088"] },
    async () => {
      expect(
        await lacking(
          "user_invitations",
          "email token firstName lastName role isAdmin invitedBy invitedAt expiresAt usedAt isUsed",
          {
            defaults: { role: "client", isUsed: "false" },
            allowed: { role: ROLES },
            unique: ["lower(email)", "token"],
          },
        ),
      ).toEqual([]);
    },
  );

  it(
    "reset tokens hold whose they are and whether they were used",
    { tags: ["I-DATA-089..093"] },
    async () => {
      expect(
        await lacking("password_reset_tokens", "userId token expiresAt usedAt isUsed"),
      ).toEqual([]);
    },
  );

  it(
    "trusted devices are one per person and fingerprint",
    { tags: ["I-DATA-094..099"] },
    async () => {
      expect(
        await lacking(
          "trusted_devices",
          "userId fingerprint deviceName userAgent ipAddress lastUsed",
          {
            unique: ["user_id, fingerprint"],
          },
        ),
      ).toEqual([]);
    },
  );

  it(
    "verification codes hold their device, expiry and attempts",
    { tags: ["I-DATA-100..107", "D-163"] },
    async () => {
      expect(
        await lacking(
          "otp_verifications",
          "userId otp fingerprint userAgent ipAddress expiresAt attemptCount isUsed",
          { defaults: { attemptCount: "0", isUsed: "false" } },
        ),
      ).toEqual([]);
    },
  );

  it("sessions hold sid, sess and expire", { tags: ["I-DATA-174..176"] }, async () => {
    expect(await lacking("sessions", "sid sess expire", { unique: ["sid"] })).toEqual([]);
  });
});

describe("a stored case", () => {
  it(
    "holds what the two descriptions name, with their defaults",
    { tags: ["CI-DATA-016..027", "I-DATA-028", "CI-DATA-029..030"] },
    async () => {
      expect(
        await lacking(
          "cases",
          "id caseId title description numberOfApplicants status nationality citizenshipProgram gender fiuFee citizenshipFee createdBy lastStatusUpdatedAt createdAt updatedAt",
          {
            defaults: { citizenshipProgram: "vanuatu", fiuFee: "500000", citizenshipFee: "0" },
            allowed: { citizenshipProgram: ["vanuatu", "nauru"], gender: ["Mr.", "Ms."] },
            types: { status: "text", caseId: "text", fiuFee: "bigint", citizenshipFee: "bigint" },
            unique: ["lower(case_id)"],
          },
        ),
      ).toEqual([]);
      for (const count of [0, 11]) await expect(insertCase(count)).rejects.toThrow("applicants");
      for (const count of [1, 10]) await insertCase(count);
    },
  );

  it(
    "is assigned to a person or to an invitation, never to both or none",
    { tags: ["I-DATA-031..033"] },
    async () => {
      expect(await lacking("case_assignments", "caseId userId invitationId assignedAt")).toEqual(
        [],
      );
      const { rows } = await client.query<{ definition: string }>(
        `select pg_get_constraintdef(oid) as definition from pg_constraint
       where contype = 'c' and conrelid = 'case_assignments'::regclass`,
      );
      expect(rows.map(({ definition }) => definition)).toEqual([
        "CHECK ((num_nonnulls(user_id, invitation_id) = 1))",
      ]);
    },
  );

  it("has applicants of four categories", { tags: ["CI-DATA-034..038"] }, async () => {
    expect(
      await lacking("applicants", "caseId fullName category gender dateOfBirth", {
        allowed: {
          category: ["Main Applicant", "Spouse", "Dependent Child", "Dependent Resident"],
          gender: ["male", "female"],
        },
      }),
    ).toEqual([]);
  });

  it("has documents, not approved at first", { tags: ["I-DATA-039..050"] }, async () => {
    expect(
      await lacking(
        "documents",
        "caseId uploadedBy fileName originalName fileSize mimeType category assignedTo filePath storageDriver uploadedAt isApproved",
        { defaults: { isApproved: "false" }, allowed: { storageDriver: ["local", "s3"] } },
      ),
    ).toEqual([]);
  });

  it(
    "has a discussion with attachments, reactions and read marks",
    { tags: ["I-DATA-051..063", "I-DATA-067..069", "D-161"] },
    async () => {
      expect(
        await lacking(
          "comments",
          "caseId parentId userId message attachmentFileName attachmentOriginalName attachmentFileSize attachmentMimeType attachmentFilePath createdAt updatedAt",
        ),
      ).toEqual([]);
      expect(await lacking("comment_reactions", "commentId userId emoji")).toEqual([]);
      expect(await lacking("comment_read_status", "commentId userId readAt")).toEqual([]);
    },
  );

  it("has internal notes", { tags: ["I-DATA-064..066"] }, async () => {
    expect(await lacking("internal_notes", "caseId userId message")).toEqual([]);
  });

  it("has events of eleven kinds", { tags: ["I-DATA-147..153"] }, async () => {
    expect(
      await lacking("case_events", "caseId actorId action documentName stage metadata createdAt", {
        allowed: {
          action: [
            "create",
            "update",
            "upload",
            "delete",
            "download",
            "status_change",
            "assign",
            "comment",
            "invoice_create",
            "invoice_update",
            "payment_receipt_generate",
          ],
        },
      }),
    ).toEqual([]);
  });

  it(
    "has service agreements, which come from the automation unless somebody uploads them",
    { tags: ["I-DATA-130..137"] },
    async () => {
      expect(
        await lacking(
          "service_agreements",
          "caseId fileName originalName fileSize mimeType fileUrl uploadedAt uploadedBy",
          { defaults: { source: "automation" } },
        ),
      ).toEqual([]);
    },
  );
});

describe("stored papers and money", () => {
  it("sample documents belong to a program", { tags: ["I-DATA-070..077"] }, async () => {
    expect(
      await lacking(
        "sample_documents",
        "name fileName originalName fileSize mimeType category program uploadedBy",
        { allowed: { program: ["vanuatu", "nauru"] } },
      ),
    ).toEqual([]);
  });

  it(
    "invoices are of a stage, in dollars or dirhams, with a rate to four decimals",
    { tags: ["I-DATA-115", "I-CONST-015", "CI-CONST-014"] },
    async () => {
      const missing = await lacking("invoices", "stage currency rate", {
        defaults: { currency: "USD", rate: "1.0000" },
        allowed: {
          currency: ["USD", "AED"],
          stage: ["Stage 1", "Stage 2", "Add On", "Post Citizenship"],
        },
        types: { rate: "numeric(10,4)", usdFee: "bigint", totalFee: "bigint" },
      });
      expect(missing).toEqual([]);
    },
  );
});

function insertCase(numberOfApplicants: number): Promise<unknown> {
  return client.query(
    "insert into cases (case_id, title, nationality, number_of_applicants) values ($1, 'A case', 'Omani', $2)",
    [`VU-${numberOfApplicants}`, numberOfApplicants],
  );
}
