import { randomBytes } from "node:crypto";
import { readdir, readFile, readlink, writeFile } from "node:fs/promises";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runtime } from "#server/core/runtime.ts";
import type { StoredFileRow } from "#server/database/tables/stored-files.ts";
import { openFileBench, type FileBench } from "#testing/file-bench.ts";
import { unzip } from "#testing/unzip.ts";
import type { Slots } from "./slots.ts";
import { createArchiveSlots, sendZip, type ZipMember } from "./zip.ts";

let bench: FileBench;

beforeAll(async () => {
  bench = await openFileBench();
});

afterAll(() => bench.close());

function offer(members: ZipMember[], userId = 1, slots?: Slots): void {
  bench.onDownload((_, reply) =>
    sendZip(reply, members, { fileName: "عائلة_stage1_Documents", userId, slots }),
  );
}

const fetchZip = () => fetch(`${bench.origin}/download`);

async function member(content: Buffer, name = "a.pdf"): Promise<ZipMember> {
  return { file: await bench.keep({ content }), name };
}

function pathOf({ storageKey }: StoredFileRow): string {
  const folders = [storageKey.slice(0, 2), storageKey.slice(2, 4)];
  return join(runtime.config.dataDirectory, "files", "objects", ...folders, storageKey);
}

async function damage(file: StoredFileRow): Promise<void> {
  const bytes = await readFile(pathOf(file));
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  await writeFile(pathOf(file), bytes);
}

describe("many files in one download", { tags: ["S-31"] }, () => {
  it("hold their contents under their present names, equal ones numbered", async () => {
    const contents = [
      randomBytes(10),
      randomBytes(70_000),
      randomBytes(2_000_000),
      Buffer.alloc(0),
    ];
    const names = ["جواز.pdf", "scan.pdf", "scan.pdf", "../x/empty.txt"];
    const members = await Promise.all(contents.map((content, at) => member(content, names[at])));
    offer(members);
    const response = await fetchZip();
    expect(response.headers.get("content-type")).toBe("application/zip");
    expect(response.headers.get("content-disposition")).toContain(
      encodeURIComponent("عائلة_stage1_Documents.zip"),
    );
    const found = await unzip(Buffer.from(await response.arrayBuffer()));
    expect([...found.keys()]).toEqual(["جواز.pdf", "scan.pdf", "scan (2).pdf", "_x_empty.txt"]);
    expect(
      [...found.values()].map((bytes, at) => bytes.equals(contents[at] ?? Buffer.of(1))),
    ).toEqual([true, true, true, true]);
  });

  it("leave out what is missing on the disk, and say so in the log", async () => {
    const members = [
      await member(randomBytes(10), "1"),
      await member(randomBytes(10), "2"),
      await member(randomBytes(10), "3"),
    ];
    const missing = members[1]?.file.storageKey ?? "";
    await runtime.files.current.remove(missing);
    offer(members);
    const found = await unzip(Buffer.from(await (await fetchZip()).arrayBuffer()));
    expect([...found.keys()]).toEqual(["1", "3"]);
    const lines = bench.logged("left out of an archive: the file is missing");
    expect(lines.at(-1)).toMatchObject({ storageKey: missing });
  });

  it("are a 404 when none of them is there", async () => {
    const only = await member(randomBytes(10));
    await runtime.files.current.remove(only.file.storageKey);
    offer([only]);
    expect((await fetchZip()).status).toBe(404);
  });

  it("fail as a whole when one is damaged, instead of ending short", async () => {
    const sound = await member(randomBytes(300_000));
    const damaged = await member(randomBytes(300_000));
    await damage(damaged.file);
    offer([damaged, sound]);
    expect((await fetchZip()).status).toBe(500);
    offer([sound, damaged]);
    const response = await fetchZip();
    await expect(response.arrayBuffer()).rejects.toThrow("terminated");
  });

  it("are no more than 200, and no more than 500 MB", async () => {
    const one = await member(randomBytes(10));
    offer(Array.from({ length: 201 }, () => one));
    expect((await fetchZip()).status).toBe(400);
    offer([{ ...one, file: { ...one.file, size: 500 * 1_048_576 + 1 } }]);
    expect((await fetchZip()).status).toBe(413);
    offer(Array.from({ length: 200 }, () => one));
    const found = await unzip(Buffer.from(await (await fetchZip()).arrayBuffer()));
    expect(found.size).toBe(200);
  });
});

describe("a download of many files that is broken off", () => {
  /** Begins, reads the first bytes and then reads no more. */
  async function begin() {
    const request = httpRequest(`${bench.origin}/download`);
    request.on("error", () => undefined);
    request.end();
    const response = await new Promise<IncomingMessage>((resolve) =>
      request.once("response", resolve),
    );
    response.on("error", () => undefined);
    return { status: response.statusCode, leave: () => request.destroy() };
  }

  it("closes its files and makes room for the next", async () => {
    const big = await member(randomBytes(9_000_000));
    const members = Array.from({ length: 20 }, () => big);
    for (let round = 0; round < 5; round += 1) {
      offer(members);
      const running = [await begin(), await begin()];
      expect(running.map(({ status }) => status)).toEqual([200, 200]);
      for (const { leave } of running) leave();
      await settled();
    }
    expect(await openObjects()).toEqual([]);
  });

  it("is limited to two for one person and eight for all; whoever waits gets the next, or an answer", async () => {
    const big = await member(randomBytes(9_000_000));
    const members = Array.from({ length: 20 }, () => big);
    const [slots, impatient] = [createArchiveSlots(60_000), createArchiveSlots(50)];
    const running = [];
    for (const userId of [1, 1, 2, 2, 3, 3, 4, 4]) {
      offer(members, userId, slots);
      running.push(await begin());
      await impatient.take(userId);
    }
    offer(members, 1, slots);
    const third = await fetchZip();
    expect([third.status, third.headers.get("retry-after")]).toEqual([429, "10"]);
    offer(members, 5, impatient);
    const late = await fetchZip();
    expect([late.status, late.headers.get("retry-after")]).toEqual([503, "5"]);
    offer(members.slice(0, 1), 5, slots);
    const waiting = fetchZip();
    await expect.poll(() => slots.countOf(5)).toBe(1);
    running[0]?.leave();
    expect((await waiting).status).toBe(200);
    for (const { leave } of running) leave();
    await settled();
  });
});

/** Until the server has noticed that the clients have left. */
async function settled(): Promise<void> {
  await pause(50);
  for (let tries = 0; tries < 100 && (await openObjects()).length > 0; tries += 1) await pause(20);
}

/** Objects that this process, and so the server, holds open; only Linux tells. */
async function openObjects(): Promise<string[]> {
  const handles = await readdir("/proc/self/fd").catch(() => []);
  const targets = handles.map((handle) => readlink(`/proc/self/fd/${handle}`).catch(() => ""));
  const objects = join(runtime.config.dataDirectory, "files", "objects");
  return (await Promise.all(targets)).filter((target) => target.startsWith(objects));
}
