/** A storage whose failures and waits the monitoring sees. */
import {
  storageErrors,
  storageSeconds,
  type StorageOperation,
} from "#server/core/service-meters.ts";
import type { FileStorage } from "./storage.ts";

export function measured(storage: FileStorage): FileStorage {
  return {
    driver: storage.driver,
    put: (key, spooledPath) => measure("put", storage.put(key, spooledPath)),
    open: (key, range) => measure("open", storage.open(key, range)),
    remove: (key) => measure("remove", storage.remove(key)),
    list: () => storage.list(),
    check: () => measure("check", storage.check()),
  };
}

async function measure<Result>(
  operation: StorageOperation,
  work: Promise<Result>,
): Promise<Result> {
  const started = performance.now();
  try {
    return await work;
  } catch (error) {
    storageErrors.add({ operation });
    throw error;
  } finally {
    storageSeconds.observe({ operation }, (performance.now() - started) / 1000);
  }
}
