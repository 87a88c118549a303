/** A directory of the portal on a disk of a few megabytes, which can be filled to the last byte and emptied again. */
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const BLOCK = Buffer.alloc(65_536);

export class SmallDisk {
  readonly #directory: string;
  readonly #aside: string;
  readonly #ballast: string;

  private constructor(directory: string) {
    this.#directory = directory;
    this.#aside = mkdtempSync(join(tmpdir(), "portal-aside-"));
    this.#ballast = join(directory, "ballast");
  }

  /** What is in the directory moves onto the disk; nobody may be at work there. Only root may mount. */
  static under(directory: string, megabytes: number): SmallDisk {
    const disk = new SmallDisk(directory);
    copy(directory, disk.#aside);
    const options = `size=${megabytes}m,mode=700`;
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", directory], { stdio: "pipe" });
    copy(disk.#aside, directory);
    return disk;
  }

  /** Something else takes the room, except so many bytes. */
  fill(leftBytes = 0): void {
    const file = openSync(this.#ballast, "a");
    try {
      for (let room = this.#free() - leftBytes; room > 0; room = this.#free() - leftBytes)
        writeSync(file, BLOCK, 0, Math.min(room, BLOCK.length));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    } finally {
      closeSync(file);
    }
  }

  empty(): void {
    rmSync(this.#ballast, { force: true });
  }

  /** What was written moves back to the large disk; nobody may be at work there any more. */
  close(): void {
    this.empty();
    rmSync(this.#aside, { recursive: true });
    copy(this.#directory, this.#aside);
    execFileSync("umount", [this.#directory], { stdio: "pipe" });
    rmSync(this.#directory, { recursive: true });
    copy(this.#aside, this.#directory);
    rmSync(this.#aside, { recursive: true });
  }

  #free(): number {
    const { bavail, bsize } = statfsSync(this.#directory);
    return bavail * bsize;
  }
}

/** With owners and rights: PostgreSQL insists on its own. */
function copy(from: string, to: string): void {
  execFileSync("cp", ["-a", `${from}/.`, to], { stdio: "pipe" });
}
