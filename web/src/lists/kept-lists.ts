import { ListController } from "./list-controller.ts";
import type { Grouped, ListCounts } from "./list-state.ts";

/** The lists of screens stay in memory, so that Back finds each where it was; another person's never. */
export class KeptLists<Row extends Grouped, Counts extends ListCounts, Choice> {
  readonly #kept = new Map<
    string,
    { readonly userId: number; readonly controller: ListController<Row, Counts, Choice> }
  >();

  of(screen: string, userId: number): ListController<Row, Counts, Choice> {
    const known = this.#kept.get(screen);
    if (known?.userId === userId) return known.controller;
    const controller = new ListController<Row, Counts, Choice>();
    this.#kept.set(screen, { userId, controller });
    return controller;
  }

  all(): ListController<Row, Counts, Choice>[] {
    return [...this.#kept.values()].map(({ controller }) => controller);
  }
}
