/**
 * Step-up (D-185): a call that is refused until its person has proven anew who he is waits for the proof, and is then
 * made again. Whoever stands around the screens (the shell) shows the question.
 */
import { ApiError } from "./api-error.ts";

let question: Promise<boolean> | null = null;
let answer: (isProven: boolean) => void = () => undefined;
const listeners = new Set<() => void>();

export const stepUpQuestion = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** Whether it is being asked. */
  read: () => question !== null,
  /** The calls that wait go on, or are given up. */
  end: (isProven: boolean) => {
    question = null;
    answer(isProven);
    tellListeners();
  },
};

/** Makes the call, and once more when it was refused for want of a proof that has then been given. */
export async function whenProven<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
  try {
    return await attempt();
  } catch (error) {
    if (!lacksProof(error) || !(await ask())) throw error;
    return attempt();
  }
}

/** After 'Cancel' it is what the call failed with; whoever cancelled need not be told. */
export function lacksProof(error: unknown): boolean {
  return error instanceof ApiError && error.code === "step_up_required";
}

/** Asked once, however many calls wait for it. */
function ask(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  if (question === null) {
    question = new Promise((resolve) => (answer = resolve));
    tellListeners();
  }
  return question;
}

function tellListeners(): void {
  for (const listener of listeners) listener();
}

let renewals = 0;
let renewing: Promise<unknown> = Promise.resolve();

/** A proof gives the session a new token, and the one before is signed out. */
export function renewalOfSession<Answer>(call: Promise<Answer>): Promise<Answer> {
  renewing = call.then(
    () => renewals++,
    () => undefined,
  );
  return call;
}

/** For a call that is answered with 401: true when it was only overtaken by such a renewal. */
export function watchRenewal(): () => Promise<boolean> {
  const before = renewals;
  return async () => {
    await renewing;
    return renewals !== before;
  };
}
