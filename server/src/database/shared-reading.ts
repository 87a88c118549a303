/**
 * Readings that many ask for at the same moment, as every open screen does after one change, are made once for all.
 * Whoever asks while one is under way gets the next and never the running one: that may have begun before a change
 * which the asker already knows of. What several hold is frozen.
 */
export class SharedReading<Result> {
  readonly #rounds = new Map<string, Round<Result>>();

  /** What `read` answers for this key; it begins after the call, for all who called by then. */
  ask(key: string, read: () => Promise<Result>): Promise<Result> {
    const round = this.#rounds.get(key);
    if (!round) return this.#begin(key, read);
    round.next ??= round.running.then(
      () => this.#begin(key, read),
      () => this.#begin(key, read),
    );
    return round.next;
  }

  #begin(key: string, read: () => Promise<Result>): Promise<Result> {
    const running = read().then((result) => Object.freeze(result));
    const round: Round<Result> = { running, next: null };
    this.#rounds.set(key, round);
    const finish = () => {
      if (round.next === null) this.#rounds.delete(key);
    };
    round.running.then(finish, finish);
    return round.running;
  }
}

type Round<Result> = { running: Promise<Result>; next: Promise<Result> | null };
