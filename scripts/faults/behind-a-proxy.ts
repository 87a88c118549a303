/** People who come through a proxy that knows several portals, and who write down every call that failed. */
import { type Answer, type Call, Person } from "./person.ts";

export class Proxy {
  /** Where calls go: any of them, the others when one takes no connection. */
  readonly origins: string[];
  readonly failures: string[] = [];
  #turn = 0;

  constructor(...origins: string[]) {
    this.origins = origins;
  }

  lead(person: Person): Person {
    return new Led(person, this);
  }

  async send(ways: ReadonlyMap<string, Person>, call: Call): Promise<Answer> {
    this.#turn += 1;
    const turn = this.#turn % this.origins.length;
    const order = [...this.origins.slice(turn), ...this.origins.slice(0, turn)];
    for (const origin of order) {
      try {
        const answer = await (ways.get(origin) as Person).send(call);
        if (answer.status >= 500) this.failures.push(`${call.path} was answered ${answer.status}`);
        return answer;
      } catch (error) {
        if (!isRefused(error)) throw error;
      }
    }
    this.failures.push(`${call.path} found no portal`);
    throw new Error("No portal takes a connection");
  }
}

class Led extends Person {
  readonly #proxy: Proxy;
  readonly #person: Person;
  readonly #ways = new Map<string, Person>();

  constructor(person: Person, proxy: Proxy) {
    super({ id: person.id, origin: person.origin, sid: person.cookie.replace("sid=", "") });
    this.#person = person;
    this.#proxy = proxy;
  }

  override send(call: Call): Promise<Answer> {
    for (const origin of this.#proxy.origins)
      if (!this.#ways.has(origin)) this.#ways.set(origin, Person.at(origin, this.#person));
    return this.#proxy.send(this.#ways, call);
  }
}

/** Nothing was sent: any proxy would ask the next one. */
function isRefused(error: unknown): boolean {
  return ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code === "ECONNREFUSED";
}
