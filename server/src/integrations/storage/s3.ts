/** Objects in a private bucket of an S3-compatible service. They are encrypted before they get here (security.md 5.4). */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { isKey, ObjectMissing, requireKey, StorageFailure, type FileStorage } from "./storage.ts";

export type S3Settings = {
  /** Null means Amazon itself. */
  endpoint: string | null;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Tests shorten these. */
export type S3Timeouts = { connectMs: number; silenceMs: number };

const PREFIX = "objects/";
const PUT_ATTEMPTS = 3;
const defaultTimeouts: S3Timeouts = { connectMs: 3000, silenceMs: 10_000 };

export function createS3Storage(
  settings: S3Settings,
  timeouts: S3Timeouts = defaultTimeouts,
): FileStorage {
  const client = createClient(settings, timeouts);
  const Bucket = settings.bucket;

  async function putOnce(key: string, spooledPath: string): Promise<void> {
    const { size } = await stat(spooledPath);
    const ContentMD5 = await md5Of(spooledPath);
    const Body = createReadStream(spooledPath);
    try {
      await client.send(
        new PutObjectCommand({
          Bucket,
          Key: objectName(key),
          Body,
          ContentLength: size,
          // The service refuses the object when a byte has changed on the way.
          ContentMD5,
          ContentType: "application/octet-stream",
        }),
      );
    } finally {
      Body.destroy();
    }
  }

  return {
    driver: "s3",

    async put(key, spooledPath) {
      requireKey(key);
      // The client never repeats a request with a stream; the same bytes under the same key may be sent again safely.
      for (let attempt = 1; ; attempt += 1) {
        try {
          await putOnce(key, spooledPath);
          break;
        } catch (error) {
          if (attempt === PUT_ATTEMPTS || !isTransient(error)) {
            throw new StorageFailure("The object storage did not take a file", error);
          }
          await pause(50 * 4 ** attempt * Math.random());
        }
      }
      await rm(spooledPath, { force: true });
    },

    async open(key, range) {
      requireKey(key);
      try {
        const answer = await client.send(
          new GetObjectCommand({
            Bucket,
            Key: objectName(key),
            ...(range && { Range: `bytes=${range.start}-${range.end}` }),
          }),
        );
        if (!(answer.Body instanceof Readable)) throw new Error("An answer without a body");
        return answer.Body;
      } catch (error) {
        const name = error instanceof S3ServiceException ? error.name : "";
        if (name === "NoSuchKey") throw new ObjectMissing(key);
        // The object has become shorter than that: nothing is left to read, as on a disk.
        if (name === "InvalidRange") return Readable.from([]);
        throw new StorageFailure("The object storage cannot be read", error);
      }
    },

    async remove(key) {
      requireKey(key);
      await client
        .send(new DeleteObjectCommand({ Bucket, Key: objectName(key) }))
        .catch((error: unknown) => {
          throw new StorageFailure("The object storage did not remove a file", error);
        });
    },

    async *list() {
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket, Prefix: PREFIX, ContinuationToken }),
        );
        for (const { Key = "", LastModified = new Date() } of page.Contents ?? []) {
          const key = Key.slice(PREFIX.length);
          if (isKey(key)) yield { key, storedAt: LastModified };
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },

    async check() {
      const abortSignal = AbortSignal.timeout(timeouts.connectMs);
      await client
        .send(new HeadBucketCommand({ Bucket }), { abortSignal })
        .catch((error: unknown) => {
          throw new StorageFailure("The object storage does not answer as it should", error);
        });
    },
  };
}

const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

function createClient(settings: S3Settings, timeouts: S3Timeouts): S3Client {
  return new S3Client({
    ...(settings.endpoint && { endpoint: settings.endpoint, forcePathStyle: true }),
    region: settings.region,
    credentials: {
      accessKeyId: settings.accessKeyId,
      secretAccessKey: settings.secretAccessKey,
    },
    // Services other than Amazon's do not know the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    // Some services never answer it, and the wait would slow each upload.
    expectContinueHeader: false,
    maxAttempts: 2,
    // Whoever calls logs what a failure meant.
    logger: silent,
    requestHandler: {
      connectionTimeout: timeouts.connectMs,
      socketTimeout: timeouts.silenceMs,
      requestTimeout: timeouts.silenceMs * 6,
      throwOnRequestTimeout: true,
    },
  });
}

function objectName(key: string): string {
  return PREFIX + key;
}

async function md5Of(path: string): Promise<string> {
  const hash = createHash("md5");
  await pipeline(createReadStream(path), hash);
  return hash.digest("base64");
}

/** A service that stays silent has had its chance: somebody is waiting for the answer. */
function isTransient(error: unknown): boolean {
  if (error instanceof S3ServiceException) {
    const status = error.$metadata.httpStatusCode ?? 0;
    return status >= 500 || status === 429;
  }
  if (!(error instanceof Error)) return false;
  // The client calls a connection that was cut a timeout too.
  const wasCut = "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE");
  return wasCut || error.name !== "TimeoutError";
}
