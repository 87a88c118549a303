/** Random actions of everybody, and after each one the comparison of what everybody is shown with the model. */
import fc from "fast-check";
import { casesApi } from "contract/cases";
import type { Role } from "contract/session";
import {
  type ModelAction,
  type Draw,
  expectedStatus,
  type Situation,
  type Step,
} from "./action.ts";
import { type Door, pathOfAsking } from "./asking.ts";
import { Bureau, type Member } from "./bureau.ts";
import { caseActions } from "./case-actions.ts";
import { firstDifference } from "./difference.ts";
import { documentActions } from "./document-actions.ts";
import { invoiceActions } from "./invoice-actions.ts";
import { messageActions } from "./message-actions.ts";
import { isAdmin, listsOf, type Reading, readingsOf } from "./visibility.ts";

const actions: Record<string, ModelAction> = {
  ...caseActions,
  ...documentActions,
  ...messageActions,
  ...invoiceActions,
};
/** What the rest needs to have something to work on is drawn more often; what ends everything, less. */
const weights: Record<string, number> = { open: 3, assign: 5, upload: 3, comment: 3, issue: 3 };

/** Two of those whose cases may differ. */
export const modelRoles: readonly Role[] = [
  "admin",
  "agent",
  "agent",
  "client",
  "client",
  "accountant",
];

export type Counted = { steps: number; accepted: number; comparisons: number };
type Portal = { door: Door; counted: Counted };

class DeedCommand implements fc.AsyncCommand<Bureau, Portal, true> {
  readonly name: string;
  readonly draw: Draw;

  constructor(name: string, draw: Draw) {
    this.name = name;
    this.draw = draw;
  }

  async check(bureau: Readonly<Bureau>): Promise<boolean> {
    return this.#step(bureau as Bureau) !== null;
  }

  async run(bureau: Bureau, { door, counted }: Portal): Promise<void> {
    const { situation, step } = this.#step(bureau) ?? {};
    if (!situation || !step) throw new Error(`${this.toString()} is not possible here`);
    const { status, body } = await door(situation.who, step.ask);
    const expected = expectedStatus(situation.who, step);
    if (status !== expected) {
      const said = JSON.stringify(body);
      throw new Error(`${this.toString()} answered ${status} instead of ${expected}: ${said}`);
    }
    counted.steps += 1;
    if (status < 300) {
      counted.accepted += 1;
      step.happen(body);
    }
    const touched = situation.caseFile ?? bureau.cases.at(-1);
    const comparisons = bureau.members.flatMap((who) =>
      [...listsOf(bureau, who), ...(touched ? readingsOf(who, touched) : [])].map((reading) =>
        compare(door, who, reading),
      ),
    );
    counted.comparisons += comparisons.length;
    await Promise.all(comparisons);
  }

  toString(): string {
    return `${this.name}(${Object.values(this.draw).join(", ")})`;
  }

  #step(bureau: Bureau): { situation: Situation; step: Step } | null {
    const { who, which, item, value } = this.draw;
    const caseFile = bureau.cases.at(-1 - (which % bureau.cases.length));
    if (!caseFile && this.name !== "open") return null;
    const at = <Item>(items: readonly Item[], index: number) => items[index % items.length];
    const situation = {
      bureau,
      who: at(bureau.members, who),
      other: at(bureau.members, item),
      caseFile,
      one: <Item>(items: readonly Item[]) => at(items, item),
      value,
    } as Situation;
    const step = actions[this.name]?.(situation) ?? null;
    return step && { situation, step };
  }
}

async function compare(door: Door, who: Member, { ask, status, body }: Reading): Promise<void> {
  const told = await door(who, ask);
  const difference =
    told.status === status
      ? body === undefined
        ? null
        : firstDifference(body, told.body)
      : `status ${told.status} instead of ${status}`;
  if (difference !== null) {
    throw new Error(`${who.role} ${who.id} at ${pathOfAsking(ask)}: ${difference}`);
  }
}

const draws = fc.record({
  // The admin acts more often: only he gets past most doors.
  who: fc.oneof(fc.constant(0), fc.nat(modelRoles.length - 1)),
  which: fc.nat(3),
  item: fc.nat(11),
  value: fc.nat(63),
});

/** What a run begins with: a family that two know, and one that only the bureau knows. */
const beginning = [
  new DeedCommand("open", { who: 0, which: 0, item: 3, value: 2 }),
  new DeedCommand("open", { who: 0, which: 0, item: 0, value: 1 }),
];

/** `steps` on average; a bureau without cases at the beginning and at the end, so that runs do not meet. */
export function modelProperty(
  members: readonly Member[],
  { door, counted, steps }: Portal & { steps: number },
) {
  const commands = Object.keys(actions).flatMap((name) => {
    const command = draws.map((draw) => new DeedCommand(name, draw));
    return Array.from({ length: weights[name] ?? 2 }, () => command);
  });
  return fc.asyncProperty(
    fc.commands(commands, { maxCommands: 2 * steps, size: "max" }),
    async (chosen) => {
      const bureau = new Bureau(members);
      try {
        const real = { door, counted };
        for (const command of beginning) await command.run(bureau, real);
        await fc.asyncModelRun(() => ({ model: bureau, real }), chosen);
      } finally {
        await removeAll(bureau, door);
      }
    },
  );
}

async function removeAll(bureau: Bureau, door: Door): Promise<void> {
  const admin = bureau.members.find(isAdmin) as Member;
  for (const { id } of bureau.livingCases) {
    const { status } = await door(admin, { endpoint: casesApi.remove, params: { id } });
    if (status !== 200) throw new Error(`case ${id} could not be deleted: ${status}`);
  }
}
