import { readFile, writeFile } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runtime } from "#server/core/runtime.ts";
import { cases, type CaseRow } from "#server/database/tables/cases.ts";
import { users } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import { buildEvent } from "#testing/factories/activity.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildUser } from "#testing/factories/users.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { asOwner } from "#testing/test-database.ts";
import { checkpointFile, writeCheckpoint } from "./checkpoints.ts";
import { verifyChain } from "./verify-chain.ts";

let portal: TestApp;
let caseFile: CaseRow;
let agent: { id: number };

/** Three events, a sign-in, three more events, in this order: seven links. */
beforeEach(async () => {
  portal = await openTestApp();
  agent = await buildUser({ role: "agent" });
  caseFile = await buildCase();
  for (const text of ["one", "two", "three"]) await event(text);
  await recordSecurityEvent(runtime.database, { kind: "signin.succeeded", userId: agent.id });
  for (const text of ["five", "six", "seven"]) await event(text);
});
afterEach(() => portal.close());

async function event(documentName: string): Promise<void> {
  await buildEvent({ caseId: caseFile.id, actorId: agent.id, action: "download", documentName });
}

/** What somebody with every right on the database can do. */
async function tamper(statement: string): Promise<void> {
  const tables = ["audit_chain", "case_events", "security_events"];
  for (const table of tables) await asOwner(`alter table ${table} disable trigger user`);
  await asOwner(statement);
  for (const table of tables) await asOwner(`alter table ${table} enable trigger user`);
}

const broken = async () => (await verifyChain()).broken;

describe("the audit log", () => {
  it("is unbroken as it was written, by many at once too", { tags: ["security-5.7"] }, async () => {
    const changes = Array.from({ length: 40 }, (_, index) =>
      inTransaction(async (tx) => {
        await tx
          .update(cases)
          .set({ description: String(index) })
          .where(eq(cases.id, caseFile.id));
        await recordSecurityEvent(tx, { kind: "role.changed", userId: agent.id });
      }),
    );
    await Promise.all([...changes, ...Array.from({ length: 40 }, () => event("at once"))]);
    expect(await verifyChain()).toEqual({ links: 87, checkpoints: 0, broken: null });
  });

  it("survives the deletion of a case and of an account", async () => {
    await runtime.database.delete(users).where(eq(users.id, agent.id));
    expect(await broken()).toBeNull();
    await runtime.database.delete(cases).where(eq(cases.id, caseFile.id));
    expect(await verifyChain()).toEqual({ links: 13, checkpoints: 0, broken: null });
  });

  it(
    "refuses every change of what was written, even the owner's",
    { tags: ["asvs-102", "asvs-119"] },
    async () => {
      const refused = [
        "update case_events set document_name = 'other'",
        "update case_events set actor_id = null",
        "delete from case_events",
        "truncate case_events",
        "update security_events set kind = 'other'",
        "delete from security_events",
        "truncate security_events cascade",
        "update audit_chain set row_id = 1",
        "delete from audit_chain",
        "truncate audit_chain",
      ];
      for (const statement of refused) {
        await expect(asOwner(statement), statement).rejects.toThrow(
          "the audit log is never changed",
        );
      }
      expect(await broken()).toBeNull();
    },
  );
});

describe("past the triggers, verification finds that", () => {
  const link = (seq: number, rest: string) => expect.stringMatching(`^Link ${seq} .*${rest}`);

  it("an event was altered", async () => {
    await tamper("update case_events set document_name = 'other' where document_name = 'two'");
    expect(await broken()).toEqual(link(2, "was changed"));
  });

  it("an event was given to somebody else, or to nobody", async () => {
    const { id } = await buildUser();
    await tamper(`update case_events set actor_id = ${id} where document_name = 'three'`);
    expect(await broken()).toEqual(link(3, "was changed"));
    await tamper("update case_events set actor_id = null where document_name = 'three'");
    expect(await broken()).toEqual(link(3, "was changed"));
  });

  it("an event was moved in time", async () => {
    await tamper("update security_events set created_at = created_at + interval '1 second'");
    expect(await broken()).toEqual(link(4, "was changed"));
  });

  it("an event was deleted", async () => {
    await tamper("delete from case_events where document_name = 'five'");
    expect(await broken()).toEqual(link(5, "was deleted"));
  });

  it("an event was deleted with its link", async () => {
    await tamper(
      "delete from case_events where document_name = 'five'; delete from audit_chain where seq = 5",
    );
    expect(await broken()).toBe("Link 5 is missing from the chain.");
  });

  it("an event was passed off as erased", async () => {
    await tamper(
      "delete from case_events where document_name = 'five'; select append_to_audit_chain((select row(seq, source, row_id, case_id, actor_id, row_hash, seq, hash, now())::audit_chain from audit_chain where seq = 5))",
    );
    expect(await broken()).toEqual(link(5, "was erased while its case stands"));
  });

  it("an event was inserted", async () => {
    await tamper(`insert into case_events (case_id, action) values (${caseFile.id}, 'download')`);
    expect(await broken()).toMatch(/^Row \d+ of case_events is in no link/);
  });

  it("links were reordered", async () => {
    await tamper(
      "update audit_chain set seq = 99 where seq = 2; update audit_chain set seq = 2 where seq = 3; update audit_chain set seq = 3 where seq = 99",
    );
    expect(await broken()).toEqual(link(2, "does not follow"));
  });

  it("a link was written anew", async () => {
    await tamper(`update audit_chain set hash = sha256('mine') where seq = 6`);
    expect(await broken()).toEqual(link(6, "does not follow"));
  });
});

describe("with checkpoints, verification finds that", () => {
  beforeEach(async () => {
    await writeCheckpoint();
  });

  it("nothing happened when nothing happened, and a checkpoint is written once", async () => {
    expect(await writeCheckpoint()).toBeNull();
    expect(await verifyChain()).toEqual({ links: 7, checkpoints: 1, broken: null });
  });

  it("the end was cut off", async () => {
    await tamper(
      "delete from case_events where document_name = 'seven'; delete from audit_chain where seq = 7",
    );
    expect(await broken()).toMatch(/^The chain ends at link 6, and had reached 7 at /);
  });

  it("the whole chain was built anew", async () => {
    await tamper(
      `update case_events set document_name = 'other' where document_name = 'two';
       delete from audit_chain;
       select chain_event('case_events', to_jsonb(e), e.created_at) from case_events e;
       select chain_event('security_events', to_jsonb(s), s.created_at) from security_events s`,
    );
    expect(await broken()).toMatch(/^Link 7 .* contradicts the checkpoint of /);
  });

  it("a checkpoint was forged", async () => {
    const text = await readFile(checkpointFile(), "utf8");
    await writeFile(checkpointFile(), text.replace('"seq":7', '"seq":6'));
    expect(await broken()).toBe("Line 1 of the checkpoints is not signed by this portal.");
  });
});
