import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Config, loadConfig } from "#server/config/config.ts";
import { type ClamdStandIn, openClamdStandIn } from "#testing/clamd-stand-in.ts";
import { type MailServer, openMailServer } from "#testing/mail-server.ts";
import { openS3StandIn, type S3StandIn } from "#testing/s3-stand-in.ts";
import { openWebhookReceiver, type WebhookReceiver } from "#testing/webhook-receiver.ts";
import { type Look, lookOutside, tryOutside } from "./outside-parts.ts";

let directory: string;
const open: { close(): Promise<void> }[] = [];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "portal-outside-"));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((part) => part.close()));
  await rm(directory, { recursive: true, force: true });
});

function opened<Part extends { close(): Promise<void> }>(part: Part): Part {
  open.push(part);
  return part;
}

const key = Buffer.alloc(32, 7).toString("base64");
const load = (settings: Record<string, string>): Config =>
  loadConfig({ DATA_DIR: directory, SECRET_KEY: key, FILES_KEY: key, ...settings });

const bucketOf = ({ settings }: S3StandIn, part: Record<string, string> = {}) => ({
  S3_ENDPOINT: settings.endpoint ?? "",
  S3_REGION: settings.region,
  S3_BUCKET: settings.bucket,
  S3_ACCESS_KEY_ID: settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  ...part,
});

const missing = (looks: Look[]) =>
  looks.filter(({ isFine }) => !isFine).map(({ sentence }) => sentence);
const whatIsMissing = async (settings: Record<string, string>) =>
  missing(await lookOutside(load(settings)));

describe("a part that is missing is named in one sentence, with its setting and the remedy:", () => {
  it("nothing, when all answer", async () => {
    expect(await whatIsMissing({})).toEqual([]);
  });

  it("a bucket that does not exist, and one that is refused", async () => {
    const s3 = opened(await openS3StandIn());
    const { host } = new URL(s3.settings.endpoint ?? "");
    expect(await whatIsMissing(bucketOf(s3, { S3_BUCKET: "elsewhere" }))).toEqual([
      `The bucket "elsewhere" does not exist at ${host}: make it, or correct S3_BUCKET.`,
    ]);
    expect(await whatIsMissing(bucketOf(s3, { S3_SECRET_ACCESS_KEY: "wrong" }))).toEqual([
      expect.stringMatching(
        /^The object storage at .* refuses the bucket "portal-files": check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY/,
      ),
    ]);
  });

  it("an object storage that is not there", async () => {
    const s3 = await openS3StandIn();
    await s3.close();
    expect(await whatIsMissing(bucketOf(s3))).toEqual([
      expect.stringMatching(
        /^The object storage at 127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\): check S3_ENDPOINT/,
      ),
    ]);
  });

  it("a mail server that is not there, that wants another password, that offers no encryption", async () => {
    expect(await whatIsMissing({ SMTP_URL: "smtp://127.0.0.1:1" })).toEqual([
      expect.stringMatching(
        /^The mail server 127\.0\.0\.1:1 cannot be used \(E\w+\): check SMTP_URL; mails wait until it answers\.$/,
      ),
    ]);
    const strict: MailServer = opened(
      await openMailServer({
        onAuth: (_auth, _session, done) => done(new Error("Invalid user or password")),
      }),
    );
    const SMTP_URL = `smtp://desk:hunter2@127.0.0.1:${strict.port}`;
    expect(await whatIsMissing({ SMTP_URL })).toEqual([
      `The mail server 127.0.0.1:${strict.port} refuses the user or password of SMTP_URL: correct them there.`,
    ]);
  });

  it("a scanner that is not there", async () => {
    const scanner = await openClamdStandIn();
    await scanner.close();
    const look = (SCAN: string) => whatIsMissing({ SCAN, CLAMD_ADDRESS: scanner.address });
    expect(await look("required")).toEqual([
      `The virus scanner at ${scanner.address} does not answer (ECONNREFUSED): start clamd, or correct CLAMD_ADDRESS; until then uploads are refused.`,
    ]);
    expect((await look("optional"))[0]).toMatch(/until then files are stored unscanned\.$/);
  });
});

describe("trying the settings", () => {
  it("uses every part and says what was seen", async () => {
    const s3 = opened(await openS3StandIn());
    const mail: MailServer = opened(await openMailServer());
    const scanner: ClamdStandIn = opened(await openClamdStandIn());
    const service: WebhookReceiver = opened(await openWebhookReceiver());
    const looks = await tryOutside(
      load({
        ...bucketOf(s3),
        SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
        SCAN: "required",
        CLAMD_ADDRESS: scanner.address,
        ALLOW_LOOPBACK_WEBHOOK: "on",
        WEBHOOK_URL_CASE_CREATION: service.url,
        WEBHOOK_URL_STATUS_CHANGE: service.url,
      }),
    );
    expect(missing(looks)).toEqual([]);
    expect(looks.map(({ sentence }) => sentence)).toEqual([
      expect.stringMatching(/^an object was written to 127.*, read and removed\.$/),
      `the mail server 127.0.0.1:${mail.port} takes mails.`,
      `clamd at ${scanner.address} scanned a text and found nothing.`,
      `${new URL(service.url).origin}: it answers, without encryption.`,
    ]);
    expect(s3.requests.map((request) => request.split(" ")[0])).toEqual(["PUT", "GET", "DELETE"]);
    expect(s3.objects.size).toBe(0);
    expect([mail.received, service.heard]).toEqual([[], []]);
  });

  it("finds a storage that takes objects and gives back others", async () => {
    const s3 = opened(await openS3StandIn());
    s3.fail("GET", "wrongBytes");
    expect(missing(await tryOutside(load(bucketOf(s3))))).toEqual([
      expect.stringContaining("other bytes came back than were written"),
    ]);
    expect(s3.objects.size).toBe(0);
  });

  it("names the setting of a webhook that leads nowhere, or where it must not", async () => {
    const service = await openWebhookReceiver();
    await service.close();
    const WEBHOOK_URL_CASE_CREATION = service.url;
    const looks = await tryOutside(
      load({ ALLOW_LOOPBACK_WEBHOOK: "on", WEBHOOK_URL_CASE_CREATION }),
    );
    expect(missing(looks)).toEqual([
      `${new URL(service.url).origin} cannot be used for webhooks (ECONNREFUSED): check WEBHOOK_URL_CASE_CREATION.`,
    ]);
    const inside = await tryOutside(load({ WEBHOOK_URL_CASE_CREATION: "https://127.0.0.1/hook" }));
    expect(missing(inside)[0]).toMatch(/not on the public internet.*WEBHOOK_URL_CASE_CREATION\.$/);
  });
});
