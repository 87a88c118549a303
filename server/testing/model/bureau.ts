/** The bureau as the specification has it, in plain objects: what the portal should hold after each call (reliability 20). */
import type { Role } from "contract/session";

export type Member = { id: number; role: Role };
export type Values = Record<string, string | number | boolean | null>;

/** A record with fields, and the version at which each of them was changed last. */
export class Sheet {
  readonly id: number;
  readonly values: Values;
  version = 1;
  isGone = false;
  readonly #changedAt = new Map<string, number>();

  constructor(id: number, values: Values) {
    this.id = id;
    this.values = { ...values };
  }

  /** Somebody else has changed one of these fields since the version that the editor saw. */
  collides(patch: Values, basedOn: number): boolean {
    return this.#differing(patch).some((field) => (this.#changedAt.get(field) ?? 0) > basedOn);
  }

  /** Answers whether anything is different now. */
  write(patch: Values): boolean {
    const fields = this.#differing(patch);
    if (fields.length === 0) return false;
    this.version += 1;
    for (const field of fields) this.#changedAt.set(field, this.version);
    Object.assign(this.values, patch);
    return true;
  }

  #differing(patch: Values): string[] {
    return Object.keys(patch).filter((field) => patch[field] !== this.values[field]);
  }
}

export type Message = {
  id: number;
  text: string;
  author: Member;
  thread: Message | null;
  readers: Set<Member>;
  /** Who pressed which emoji, in that order. */
  reactions: { who: Member; emoji: string }[];
};

export class CaseFile extends Sheet {
  code: string;
  readonly creator: Member;
  assigned: Member[] = [];
  documents: Sheet[] = [];
  applicants: Sheet[] = [];
  invoices: Sheet[] = [];
  messages: Message[] = [];
  /** Whichever case moved last is listed first. */
  movedAt = 0;

  constructor(created: { id: number; code: string; creator: Member }, values: Values) {
    super(created.id, values);
    this.code = created.code;
    this.creator = created.creator;
  }

  /** Papers of somebody who is no applicant any more belong to nobody in particular. */
  keepApplicants(count: number): void {
    for (const removed of this.applicants.splice(count)) {
      removed.isGone = true;
      for (const paper of this.documents) {
        if (paper.values["assignedTo"] === removed.id) paper.write({ assignedTo: null });
      }
    }
  }
}

export class Bureau {
  readonly members: readonly Member[];
  /** In the order in which they were opened; those that were deleted stay, to be asked for in vain. */
  readonly cases: CaseFile[] = [];
  #moves = 0;

  constructor(members: readonly Member[]) {
    this.members = members;
  }

  get livingCases(): CaseFile[] {
    return this.cases.filter((caseFile) => !caseFile.isGone);
  }

  open(caseFile: CaseFile): void {
    this.cases.push(caseFile);
    this.giveCode(caseFile, caseFile.code);
    this.move(caseFile);
  }

  /** A case that is gone is no longer named by a code that another one has. */
  giveCode(caseFile: CaseFile, code: string): void {
    for (const gone of this.cases) {
      if (gone.isGone && gone.code === code) gone.code = `gone ${gone.id}`;
    }
    caseFile.code = code;
  }

  move(caseFile: CaseFile): void {
    this.#moves += 1;
    caseFile.movedAt = this.#moves;
  }

  holdsCode(code: string, except?: CaseFile): boolean {
    return this.livingCases.some((other) => other !== except && other.code === code);
  }

  holdsInvoiceCode(code: string): boolean {
    return this.livingCases.some(({ invoices }) =>
      invoices.some(({ isGone, values }) => !isGone && values["invoiceId"] === code),
    );
  }
}
