/** The paper that could not be drawn. */
export class PaperFailed extends Error {
  readonly no: number;

  constructor(no: number, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.no = no;
  }
}
