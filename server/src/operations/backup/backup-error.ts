/** Why a backup cannot be made or restored, in one sentence for the person who asked for it. */
export class BackupError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = "BackupError";
  }
}
