import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { problemsIn } from "#testing/config-problems.ts";
import { loadConfig } from "./config.ts";

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "portal-mailbox-"));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const mailbox = {
  INBOUND_IMAP_URL: "imaps://replies:hunter2@mail.example.com:993",
  MAIL_REPLY_ADDRESS: "Replies@example.com",
};
const load = (settings: Record<string, string>) =>
  loadConfig({ DATA_DIR: directory, ...mailbox, ...settings });
const problemsOf = (settings: Record<string, string>) => problemsIn(() => load(settings));

describe("the mailbox for replies", () => {
  it("is read with its defaults", () => {
    expect(load({}).mailbox).toEqual({
      url: mailbox.INBOUND_IMAP_URL,
      address: { local: "replies", domain: "example.com" },
      folder: "INBOX",
      authservId: null,
      keepDays: 7,
    });
    expect(load({ INBOUND_IMAP_URL: "", MAIL_REPLY_ADDRESS: "" }).mailbox).toBeNull();
  });

  it(
    "is refused with its sentence, which never repeats the password",
    { tags: ["W-RPL-030"] },
    () => {
      const together =
        "INBOUND_IMAP_URL and MAIL_REPLY_ADDRESS belong together: set both or neither.";
      const address =
        "MAIL_REPLY_ADDRESS must be an address with at most 29 characters and no plus sign before the @.";
      const refused: [Record<string, string>, string[]][] = [
        [
          { INBOUND_IMAP_URL: "pop3://replies:hunter2@mail.example.com" },
          ["INBOUND_IMAP_URL must be an address that starts with imap:// or imaps://."],
        ],
        [{ INBOUND_IMAP_URL: "" }, [together]],
        [{ MAIL_REPLY_ADDRESS: "" }, [together]],
        [{ MAIL_REPLY_ADDRESS: `${"r".repeat(30)}@example.com` }, [address]],
        [{ MAIL_REPLY_ADDRESS: "replies+desk@example.com" }, [address]],
        [{ MAIL_REPLY_ADDRESS: "replies" }, [address]],
        [{ MAIL_REPLY_ADDRESS: "Bureau <replies@example.com>" }, [address]],
        [
          { INBOUND_KEEP_DAYS: "31" },
          ['INBOUND_KEEP_DAYS must be a whole number from 0 to 30, not "31".'],
        ],
      ];
      for (const [settings, sentences] of refused) {
        expect(problemsOf(settings), JSON.stringify(settings)).toEqual(sentences);
        expect(problemsOf(settings).join()).not.toContain("hunter2");
      }
      expect(problemsOf({ MAIL_REPLY_ADDRESS: `${"r".repeat(29)}@example.com` })).toEqual([]);
    },
  );
});
