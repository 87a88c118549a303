/**
 * The real dovecot (`apt-get install dovecot-imapd`), where the machine has one, in front of folders of its own; elsewhere
 * the stand-in. Both are asked the same questions, over a line that can be cut.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { openImapStandIn } from "./imap-stand-in.ts";
import { temporaryBase } from "./temporary-base.ts";

/** The folder that the portal reads. Unlike the inbox it can be deleted. */
export const FOLDER = "Replies";

export type ImapServer = {
  port: number;
  deliver(source: Buffer): Promise<void>;
  /** How many mails are in a folder. */
  countIn(folder: string): Promise<number>;
  /** With everything in it. */
  removeFolder(folder: string): Promise<void>;
  refuseLogin(isRefused: boolean): Promise<void>;
  /** Once, as soon as it has sent so many bytes more over one line. */
  cutAfter(bytes: number): void;
  cutAll(): void;
  close(): Promise<void>;
};
type Behind = Omit<ImapServer, "cutAfter" | "cutAll">;

const PROGRAM = "/usr/sbin/dovecot";
const PASSWORD = "hunter2";
/** Nobody's: dovecot lets nobody read mails as root. */
const NOBODY = 65_534;

export async function openImapServer(): Promise<ImapServer> {
  const server = isInstalled() ? await openDovecot() : await openStandIn();
  const line = await openLine(server.port);
  return {
    ...server,
    ...line,
    close: async () => {
      await line.close();
      await server.close();
    },
  };
}

/** The settings below are those of 2.3; later ones have other names. */
function isInstalled(): boolean {
  return existsSync(PROGRAM) && execFileSync(PROGRAM, ["--version"]).toString().startsWith("2.3.");
}

async function openDovecot(): Promise<Behind> {
  const directory = await mkdtemp(join(temporaryBase(), "dovecot-"));
  const isRoot = process.getuid?.() === 0;
  const [uid, gid] = isRoot ? [NOBODY, NOBODY] : [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const port = await freePort();
  const mails = join(directory, "mail");
  const make = async (path: string) => {
    await mkdir(path, { recursive: true });
    await chown(path, uid, gid);
  };
  const folderOf = (name: string) => join(mails, `.${name}`);
  /** Never half written: it is read again as soon as it is another one. */
  const setPassword = async (password: string) => {
    const line = `replies:{PLAIN}${password}:${uid}:${gid}::${mails}\n`;
    await writeFile(join(directory, "users.new"), line);
    await rename(join(directory, "users.new"), join(directory, "users"));
  };
  await chmod(directory, 0o755);
  await make(mails);
  await setPassword(PASSWORD);
  await writeFile(join(directory, "dovecot.conf"), settingsOf({ directory, mails, port, isRoot }));
  const config = join(directory, "dovecot.conf");
  const dovecot = spawn(PROGRAM, ["-F", "-c", config], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(dovecot, "close");
  await untilListening(port, () => dovecot.exitCode !== null);
  let delivered = 0;
  return {
    port,
    async deliver(source) {
      const folder = folderOf(FOLDER);
      for (const part of ["", "tmp", "cur", "new"]) await make(join(folder, part));
      const path = join(folder, "new", `${Date.now()}.${(delivered += 1)}.portal`);
      await writeFile(path, source);
      await chown(path, uid, gid);
    },
    async countIn(name) {
      const parts = ["new", "cur"].map((part) =>
        readdir(join(folderOf(name), part)).catch(() => []),
      );
      return (await Promise.all(parts)).flat().length;
    },
    removeFolder: (name) => rm(folderOf(name), { recursive: true, force: true }),
    refuseLogin: (isRefused) => setPassword(isRefused ? `${PASSWORD}-no-more` : PASSWORD),
    async close() {
      dovecot.kill();
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

type Place = { directory: string; mails: string; port: number; isRoot: boolean };

function settingsOf({ directory, mails, port, isRoot }: Place): string {
  const { username } = userInfo();
  const own = [`default_internal_user = ${username}`, `default_login_user = ${username}`];
  return [
    `base_dir = ${directory}/run`,
    `state_dir = ${directory}/run`,
    `log_path = ${directory}/log`,
    "protocols = imap",
    "listen = 127.0.0.1",
    "ssl = no",
    "disable_plaintext_auth = no",
    "auth_failure_delay = 0",
    "login_trusted_networks = 127.0.0.1",
    `mail_location = maildir:${mails}`,
    ...(isRoot ? [] : [...own, "first_valid_uid = 1"]),
    "service anvil {\n  chroot =\n}",
    `service imap-login {\n  chroot =\n  inet_listener imap {\n    port = ${port}\n  }\n  inet_listener imaps {\n    port = 0\n  }\n}`,
    `passdb {\n  driver = passwd-file\n  args = ${directory}/users\n}`,
    `userdb {\n  driver = passwd-file\n  args = ${directory}/users\n}`,
    "",
  ].join("\n");
}

async function openStandIn(): Promise<Behind> {
  const server = await openImapStandIn();
  const folderOf = (name: string) => server.folders.get(name) ?? { mails: [], nextUid: 1 };
  return {
    port: server.port,
    async deliver(source) {
      server.deliver(source, { folder: FOLDER });
    },
    countIn: async (name) => folderOf(name).mails.length,
    async removeFolder(name) {
      server.folders.delete(name);
      server.cutAll();
    },
    refuseLogin: async (isRefused) => server.refuseLogin(isRefused),
    close: () => server.close(),
  };
}

/** Between the portal and the mail server. */
async function openLine(target: number) {
  const sockets = new Set<Socket>();
  let left = Infinity;
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const pass = (from: Socket, to: Socket, isAnswer: boolean) => {
    sockets.add(from);
    from.on("data", (chunk: Buffer) => {
      to.write(chunk);
      if (!isAnswer || (left -= chunk.length) > 0) return;
      left = Infinity;
      to.destroy();
    });
    from.on("error", () => undefined);
    from.once("close", () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const server = createServer((portal) => {
    const behind = connect(target, "127.0.0.1");
    pass(portal, behind, false);
    pass(behind, portal, true);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    cutAfter: (bytes: number) => void (left = bytes),
    cutAll,
    close: async () => {
      cutAll();
      server.close();
      await once(server, "close");
    },
  };
}

async function untilListening(port: number, hasEnded: () => boolean): Promise<void> {
  for (;;) {
    if (hasEnded()) throw new Error("dovecot has ended");
    const socket = connect(port, "127.0.0.1");
    const isThere = await once(socket, "data").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
