/** Where encrypted objects live. One small port, a local disk or an object store behind it (D-164). */
import type { Readable } from "node:stream";

export type StorageDriver = "local" | "s3";
/** First and last byte, both included, as HTTP counts them. */
export type ByteRange = { start: number; end: number };
export type StoredObject = { key: string; storedAt: Date };

export type FileStorage = {
  readonly driver: StorageDriver;
  /** Takes over a spooled file for good: once this resolves a power cut cannot lose it and the spooled file is gone. */
  put(key: string, spooledPath: string): Promise<void>;
  /** Rejects with ObjectMissing when nothing is stored under the key. */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  list(): AsyncIterable<StoredObject>;
  /** Rejects when the storage cannot be used right now. */
  check(): Promise<void>;
};

export class ObjectMissing extends Error {
  constructor(key: string) {
    super(`Nothing is stored under ${key}`);
    this.name = "ObjectMissing";
  }
}

/** The storage answered wrongly or not at all; another try may help. */
export class StorageFailure extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = "StorageFailure";
  }
}

const keyPattern = /^[0-9a-f]{32}$/;

/** Keys are 128 random bits of ours; nothing a client sends may become part of a path (S-53). */
export function requireKey(key: string): string {
  if (!isKey(key)) throw new Error("Not a storage key");
  return key;
}

export function isKey(name: string): boolean {
  return keyPattern.test(name);
}
