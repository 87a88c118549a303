/** Somebody who goes on working while the disk is full, and looks at every answer. */
import { setTimeout as pause } from "node:timers/promises";
import { MEGABYTE } from "contract/files";
import { samplePdf } from "server/testing/sample-files.ts";
import type { Finding } from "./fault.ts";
import type { Answer, Person } from "./person.ts";

const BACK_WITHIN_MS = 10_000;
const LARGE_FILES = 3;
const LARGE_FILE_BYTES = 8 * MEGABYTE;

type Surroundings = { caseId: number; pdf: Blob; finding: Finding };

export class Visitor {
  /** The marks of what was answered with 507. */
  readonly refused: string[] = [];
  /** Uploads whose line ended before the refusal was read. */
  cut = 0;
  readonly #person: Person;
  readonly #around: Surroundings;
  readonly #large: Blob;
  #documentId = 0;
  #marks = 0;

  private constructor(person: Person, around: Surroundings, large: Blob) {
    this.#person = person;
    this.#around = around;
    this.#large = large;
  }

  static async enter(person: Person | undefined, around: Surroundings): Promise<Visitor> {
    if (person === undefined) throw new Error("Nobody is there to visit");
    const large = new Blob([new Uint8Array(await samplePdf(LARGE_FILE_BYTES))]);
    const visitor = new Visitor(person, around, large);
    visitor.#documentId = idIn(await visitor.#upload(around.pdf));
    return visitor;
  }

  /** A list, and a stored file. */
  async read(): Promise<void> {
    for (const path of ["/api/cases", `/api/documents/${this.#documentId}/download`]) {
      const { status, text } = await this.#person.send({ method: "GET", path });
      if (status !== 200) this.#complain(`reading ${path} was answered ${status} ${text}`);
    }
  }

  async comment({ mayBeRefused }: { mayBeRefused: boolean }): Promise<void> {
    const { status, text } = await this.#comment();
    const isFine = status === 201 || (mayBeRefused && status === 507);
    if (!isFine) this.#complain(`a comment was answered ${status} ${text}`);
  }

  /** Several at once, so that there seems to be room for each; what has found room is deleted again. */
  async uploadLargeFiles(): Promise<void> {
    // A refusal ends the line soon after it was said, and a client that is busy sending may hear only that.
    const uploads = Array.from({ length: LARGE_FILES }, () =>
      this.#upload(this.#large).catch(() => null),
    );
    for (const answer of await Promise.all(uploads)) {
      if (answer === null) this.cut += 1;
      else if (answer.status === 201) await this.#remove(idIn(answer));
      else if (answer.status !== 507)
        this.#complain(`an upload was answered ${answer.status} ${answer.text}`);
    }
  }

  /** How long until everything is taken again. */
  async untilBack(): Promise<number> {
    const startedAt = performance.now();
    for (;;) {
      const answers = [await this.#comment(), await this.#upload(this.#around.pdf)];
      const waited = performance.now() - startedAt;
      if (answers.every(({ status }) => status === 201)) return waited;
      if (waited > BACK_WITHIN_MS) {
        const statuses = answers.map(({ status }) => status).join(" and ");
        this.#complain(`it still answers ${statuses} ten seconds after there is room again`);
        return waited;
      }
      await pause(50);
    }
  }

  async #comment(): Promise<Answer> {
    const message = this.#mark();
    const path = `/api/cases/${this.#around.caseId}/comments`;
    return this.#noting(
      message,
      await this.#person.send({ method: "POST", path, body: { message } }),
    );
  }

  async #upload(content: Blob): Promise<Answer> {
    const mark = this.#mark();
    const body = new FormData();
    body.append("files", new File([content], `${mark}.pdf`, { type: "application/pdf" }));
    const path = `/api/cases/${this.#around.caseId}/documents`;
    return this.#noting(mark, await this.#person.send({ method: "POST", path, body }));
  }

  async #remove(id: number): Promise<void> {
    const path = `/api/documents/${id}`;
    const { status, text } = await this.#person.send({ method: "DELETE", path });
    if (status !== 200) this.#complain(`a deletion was answered ${status} ${text}`);
  }

  #noting(mark: string, answer: Answer): Answer {
    if (answer.status === 507) this.refused.push(mark);
    return answer;
  }

  #mark(): string {
    this.#marks += 1;
    return `visitor-${this.#marks}`;
  }

  #complain(problem: string): void {
    this.#around.finding.problems.push(problem);
  }
}

function idIn({ body }: Answer): number {
  return (body as { id: number }[])[0]?.id ?? 0;
}
