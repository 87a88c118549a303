/** A real mail server that is down, refuses, is slow, or takes a mail over and hangs up before it says so. */
import type { AddressInfo, Socket } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export type MailMood =
  | "well"
  | "down"
  | "hangs up"
  | "defers"
  | "refuses"
  | "is full"
  | "is slow"
  | "takes and hangs up";

const SLOW_MS = 1000;
const host = "127.0.0.1";

/** What has reached one recipient: how often with an answer, how often without, and as how many different mails. */
export type Post = { answered: number; unanswered: number; identities: Set<string> };

export class MoodyMailServer {
  readonly posts = new Map<string, Post>();
  readonly #sockets = new Map<number | undefined, Socket>();
  readonly #server: SMTPServer;
  #mood: MailMood = "well";
  #port = 0;

  private constructor() {
    this.#server = new SMTPServer(this.#options());
    // Lines that break are the point of it.
    this.#server.on("error", () => undefined);
    this.#server.server.on("connection", (socket: Socket) => {
      this.#sockets.set(socket.remotePort, socket);
      if (this.#mood === "hangs up") socket.destroy();
    });
  }

  static async listen(): Promise<MoodyMailServer> {
    const server = new MoodyMailServer();
    await server.become("well");
    return server;
  }

  get url(): string {
    return `smtp://${host}:${this.#port}`;
  }

  async become(mood: MailMood): Promise<void> {
    this.#mood = mood;
    const { server } = this.#server;
    if (mood === "down") await this.close();
    else if (!server.listening) {
      await new Promise<void>((resolve) => server.listen(this.#port, host, resolve));
      this.#port = (server.address() as AddressInfo).port;
    }
  }

  close(): Promise<void> {
    for (const socket of this.#sockets.values()) socket.destroy();
    this.#sockets.clear();
    return new Promise((resolve) => this.#server.server.close(() => resolve()));
  }

  #options(): SMTPServerOptions {
    return {
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      logger: false,
      onConnect: (_session, done) => {
        setTimeout(done, this.#mood === "is slow" ? SLOW_MS : 0);
      },
      onRcptTo: (_address, _session, done) => {
        if (this.#mood === "defers") return done(refusal(450));
        return done(this.#mood === "refuses" ? refusal(550) : null);
      },
      onData: (stream, session, done) => {
        const parts: Buffer[] = [];
        stream.on("data", (part: Buffer) => parts.push(part));
        stream.on("end", () => {
          if (this.#mood === "is full") return done(refusal(452));
          const isAnswered = this.#mood !== "takes and hangs up";
          const identity = /^message-id: (.*)$/im.exec(Buffer.concat(parts).toString())?.[1] ?? "";
          for (const { address } of session.envelope.rcptTo)
            this.#take(address, { identity, isAnswered });
          if (isAnswered) return done();
          return this.#sockets.get(session.remotePort)?.destroy();
        });
      },
    };
  }

  #take(address: string, mail: { identity: string; isAnswered: boolean }): void {
    const post = this.posts.get(address) ?? { answered: 0, unanswered: 0, identities: new Set() };
    post[mail.isAnswered ? "answered" : "unanswered"] += 1;
    post.identities.add(mail.identity);
    this.posts.set(address, post);
  }
}

function refusal(responseCode: number): Error {
  return Object.assign(new Error("not today"), { responseCode });
}
