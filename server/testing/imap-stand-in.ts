/** A mail server that speaks as much IMAP as the portal does, with one account and folders in memory. */
import { createServer, type AddressInfo, type Socket } from "node:net";

type Stored = { uid: number; source: Buffer; receivedAt: Date };
type Folder = { mails: Stored[]; nextUid: number };

export type ImapStandIn = {
  port: number;
  folders: Map<string, Folder>;
  deliver(source: Buffer, how?: { receivedAt?: Date; folder?: string }): void;
  namesIn(folder: string): string[];
  refuseLogin(refused: boolean): void;
  /** Cuts the connection when the n-th body is asked for. */
  cutAtFetch(count: number): void;
  loginsTried(): number;
  cutAll(): void;
  close(): Promise<void>;
};

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

export async function openImapStandIn(host = "127.0.0.1"): Promise<ImapStandIn> {
  const folders = new Map<string, Folder>([["INBOX", { mails: [], nextUid: 1 }]]);
  const sockets = new Set<Socket>();
  const watchers = new Set<() => void>();
  let isRefused = false;
  let logins = 0;
  let untilCut = Infinity;
  const folder = (name: string) => folders.get(name) ?? { mails: [], nextUid: 1 };

  function serve(socket: Socket): void {
    sockets.add(socket);
    let open = "";
    let idling: string | null = null;
    const say = (line: string) => void socket.write(`${line}\r\n`);
    const tell = () => idling !== null && say(`* ${folder(open).mails.length} EXISTS`);
    watchers.add(tell);
    socket.on("close", () => watchers.delete(tell));
    socket.on("error", () => undefined);
    say("* OK [CAPABILITY IMAP4rev1 IDLE MOVE UIDPLUS] ready");
    const setOf = (text: string) => {
      const { mails } = folder(open);
      return mails.filter(({ uid }) => text === "1:*" || text.split(",").includes(String(uid)));
    };

    function answer(tag: string, command: string): void {
      const [name = "", ...rest] = command.split(" ");
      const args = rest.join(" ");
      const quoted = /"([^"]*)"|(\S+)/.exec(args)?.slice(1).find(Boolean) ?? "";
      const ok = (text = "done") => say(`${tag} OK ${text}`);
      switch (name.toUpperCase()) {
        case "LOGIN":
          logins += 1;
          if (isRefused) return say(`${tag} NO [AUTHENTICATIONFAILED] wrong password`);
          return ok();
        case "CAPABILITY":
          say("* CAPABILITY IMAP4rev1 IDLE MOVE UIDPLUS");
          return ok();
        case "LIST":
        case "LSUB":
          // Asked for no folder it tells what separates their names.
          if (args.endsWith(' ""')) say('* LIST (\\Noselect) "/" ""');
          else for (const path of folders.keys()) say(`* LIST () "/" "${path}"`);
          return ok();
        case "CREATE":
          folders.set(quoted, { mails: [], nextUid: 1 });
          return ok();
        case "SELECT":
          if (!folders.has(quoted)) return say(`${tag} NO [NONEXISTENT] no such folder`);
          open = quoted;
          say(`* ${folder(open).mails.length} EXISTS`);
          say("* FLAGS (\\Deleted \\Seen)");
          say("* OK [UIDVALIDITY 7] valid");
          say(`* OK [UIDNEXT ${folder(open).nextUid}] next`);
          return ok("[READ-WRITE] open");
        case "NOOP":
          say(`* ${folder(open).mails.length} EXISTS`);
          return ok();
        case "IDLE":
          idling = tag;
          say("+ idling");
          return void tell();
        case "LOGOUT":
          say("* BYE");
          ok();
          return void socket.end();
        case "FETCH":
          return fetch(tag, args);
        case "UID":
          return uidCommand(tag, args);
        default:
          return ok();
      }
    }

    function fetch(tag: string, args: string): void {
      const [set = "", ...items] = args.split(" ");
      const asked = items.join(" ").toUpperCase();
      const all = folder(open).mails;
      for (const mail of setOf(set)) {
        const parts = [`UID ${mail.uid}`];
        if (asked.includes("RFC822.SIZE")) parts.push(`RFC822.SIZE ${mail.source.length}`);
        if (asked.includes("INTERNALDATE")) parts.push(`INTERNALDATE "${dateOf(mail.receivedAt)}"`);
        if (asked.includes("BODY.PEEK[HEADER]"))
          parts.push(
            literal("BODY[HEADER]", mail.source.subarray(0, mail.source.indexOf("\r\n\r\n") + 4)),
          );
        if (asked.includes("BODY.PEEK[]")) {
          untilCut -= 1;
          if (untilCut <= 0) {
            untilCut = Infinity;
            return void socket.destroy();
          }
          parts.push(literal("BODY[]", mail.source));
        }
        socket.write(
          Buffer.from(`* ${all.indexOf(mail) + 1} FETCH (${parts.join(" ")})\r\n`, "latin1"),
        );
      }
      say(`${tag} OK fetched`);
    }

    function uidCommand(tag: string, args: string): void {
      const [verb = "", set = "", ...rest] = args.split(" ");
      const here = folder(open);
      const removed = (gone: readonly Stored[]) => {
        for (const mail of gone) {
          say(`* ${here.mails.indexOf(mail) + 1} EXPUNGE`);
          here.mails.splice(here.mails.indexOf(mail), 1);
        }
      };
      switch (verb.toUpperCase()) {
        case "FETCH":
          return fetch(tag, [set, ...rest].join(" "));
        case "SEARCH": {
          const before = /BEFORE "?(\d{1,2}-\w{3}-\d{4})/i.exec(args)?.[1];
          const end = before === undefined ? Infinity : Date.parse(before.replaceAll("-", " "));
          const found = here.mails.filter(({ receivedAt }) => receivedAt.getTime() < end);
          say(`* SEARCH ${found.map(({ uid }) => uid).join(" ")}`.trimEnd());
          break;
        }
        case "MOVE": {
          const name = rest.join(" ").replaceAll('"', "");
          const target = folders.get(name);
          if (!target) return say(`${tag} NO [TRYCREATE] no such folder`);
          const moved = setOf(set);
          for (const mail of moved) target.mails.push({ ...mail, uid: target.nextUid++ });
          removed(moved);
          break;
        }
        case "EXPUNGE":
          removed(setOf(set));
          break;
        default:
      }
      say(`${tag} OK done`);
    }

    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      for (let end = text.indexOf("\r\n"); end !== -1; end = text.indexOf("\r\n")) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        if (idling !== null && line.toUpperCase() === "DONE") {
          say(`${idling} OK idled`);
          idling = null;
        } else {
          const at = line.indexOf(" ");
          answer(line.slice(0, at), line.slice(at + 1));
        }
      }
    });
  }

  const server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    port: (server.address() as AddressInfo).port,
    folders,
    deliver(source, { receivedAt = new Date(), folder: name = "INBOX" } = {}) {
      const target = folder(name);
      folders.set(name, target);
      target.mails.push({ uid: target.nextUid++, source, receivedAt });
      for (const tell of watchers) tell();
    },
    namesIn: (name) =>
      folder(name).mails.map(
        ({ source }) => /^Message-ID: (.*)$/im.exec(source.toString())?.[1]?.trim() ?? "",
      ),
    refuseLogin: (refused) => void (isRefused = refused),
    cutAtFetch: (count) => void (untilCut = count),
    loginsTried: () => logins,
    cutAll,
    close: async () => {
      cutAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function literal(name: string, bytes: Buffer): string {
  return `${name} {${bytes.length}}\r\n${bytes.toString("latin1")}`;
}

function dateOf(moment: Date): string {
  const [day, time] = moment.toISOString().split(/[T.]/);
  const [year, month, date] = (day ?? "").split("-");
  return `${date}-${MONTHS[Number(month) - 1]}-${year} ${time} +0000`;
}
