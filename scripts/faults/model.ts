/** Deeds by chance of every role, beside a model of the bureau in plain objects: both show the same (row 20). */
import fc from "fast-check";
import type { Role } from "contract/session";
import {
  type Asking,
  headersOfAsking,
  type Door,
  pathOfAsking,
} from "server/testing/model/asking.ts";
import type { Member } from "server/testing/model/bureau.ts";
import { modelProperty, modelRoles } from "server/testing/model/model-run.ts";
import { samplePdf } from "server/testing/sample-files.ts";
import { checkWholeness } from "./checker.ts";
import { type FaultTest, newFinding, scaled } from "./fault.ts";
import type { Call, Person } from "./person.ts";
import { ProvingGround } from "./proving-ground.ts";

const RUNS = 5000;
const STEPS = 50;

export const model: FaultTest = {
  row: 20,
  what: "actions of every role, compared with a model after each",
  run: async (trial) => {
    const finding = newFinding();
    const counted = { steps: 0, accepted: 0, comparisons: 0 };
    const ground = await ProvingGround.open();
    try {
      const people = await ground.behind(() => enrol(ground, modelRoles));
      const door = doorOf(people, new Blob([new Uint8Array(await samplePdf())]));
      const outcome = await fc.check(
        modelProperty([...people.keys()], { door, counted, steps: STEPS }),
        {
          numRuns: scaled(RUNS, trial),
          seed: trial.random.integer(0, 0x7f_ff_ff_ff),
          unbiased: true,
        },
      );
      if (outcome.failed) {
        finding.half += 1;
        const reason = outcome.errorInstance instanceof Error ? outcome.errorInstance.message : "";
        finding.problems.push(`${reason} after ${fc.stringify(outcome.counterexample)}`);
      }
      await ground.portal.stop();
      await ground.behind(() => checkWholeness(finding));
    } finally {
      await ground.close();
    }
    finding.inputs = counted.steps;
    finding.acknowledged = counted.accepted;
    finding.faults = counted.steps - counted.accepted;
    finding.remark = `${counted.comparisons.toLocaleString("en")} answers compared`;
    return finding;
  },
};

async function enrol(ground: ProvingGround, roles: readonly Role[]): Promise<Map<Member, Person>> {
  const people = new Map<Member, Person>();
  for (const role of roles) {
    const [person] = (await ground.people(role)) as [Person];
    people.set({ id: person.id, role }, person);
  }
  return people;
}

function doorOf(people: ReadonlyMap<Member, Person>, pdf: Blob): Door {
  return async (who, asking) => {
    const person = people.get(who);
    if (!person) throw new Error(`${who.role} ${who.id} is not signed in`);
    return person.send(callOf(asking, pdf));
  };
}

function callOf(asking: Asking, pdf: Blob): Call {
  const { endpoint, body, fileName } = asking;
  const call = {
    method: endpoint.method,
    path: pathOfAsking(asking),
    headers: headersOfAsking(asking),
  };
  if (fileName === undefined) return body === undefined ? call : { ...call, body };
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) form.append(name, String(value));
  form.append("files", new File([pdf], fileName, { type: "application/pdf" }));
  return { ...call, body: form };
}
