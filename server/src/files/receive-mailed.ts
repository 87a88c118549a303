/** Files that no browser sends, of a mail or of an archive, take the same way as uploads; one that is refused keeps none of the others out. */
import { uploadRules, type UploadRuleName } from "contract/files";
import { AppError } from "#server/core/errors.ts";
import { uploadedFiles } from "#server/core/service-meters.ts";
import { asRefusal, type GivenFile, takeIn } from "./incoming-file.ts";
import { fileKeyMaker } from "./keys.ts";
import { uploadDefinition } from "./kinds.ts";
import { scanFiles } from "./scan.ts";
import { dropSpooled, type SpooledFile } from "./spool.ts";
import { discardUnkept, storeSpooled, type ReceivedFile } from "./stored.ts";

export type MailedContext = { rule: UploadRuleName; caseId: number; userId: number };
/** In their order; null for what was refused. */
type Handle<Result> = (files: readonly (ReceivedFile | null)[]) => Promise<Result>;

export async function withMailedFiles<Result>(
  context: MailedContext,
  given: readonly GivenFile[],
  handle: Handle<Result>,
): Promise<Result> {
  const files: (ReceivedFile | null)[] = [];
  const stored = () => files.filter((file) => file !== null);
  try {
    for (const file of given) files.push(await receiveOne(context, file));
    const result = await handle(files);
    await discardUnkept(stored());
    return result;
  } catch (error) {
    await discardUnkept(stored(), error);
    throw error;
  }
}

/** A fault of ours, such as a scanner that is down, is thrown: then the whole mail is tried again. */
async function receiveOne(context: MailedContext, given: GivenFile): Promise<ReceivedFile | null> {
  try {
    return await receive(context, given);
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return null;
    throw error;
  }
}

/** Throws why it is refused. */
export async function withGivenFile<Result>(
  context: MailedContext,
  given: GivenFile,
  handle: (file: ReceivedFile) => Promise<Result>,
): Promise<Result> {
  const file = await receive(context, given);
  try {
    const result = await handle(file);
    await discardUnkept([file]);
    return result;
  } catch (error) {
    await discardUnkept([file], error);
    throw error;
  }
}

async function receive(
  { rule, caseId, userId }: MailedContext,
  given: GivenFile,
): Promise<ReceivedFile> {
  const { kind } = uploadDefinition(rule);
  let spooled: SpooledFile | null = null;
  try {
    const incoming = await takeIn(given, uploadRules[rule], await fileKeyMaker(caseId));
    spooled = incoming.spooled;
    await scanFiles([spooled], { userId, caseId });
    const { originalName, mimeType } = incoming;
    const about = { kind, caseId, createdBy: userId, originalName, mimeType };
    const received = await storeSpooled(spooled, about);
    uploadedFiles.add({ upload: rule, outcome: "stored" });
    return received;
  } catch (error) {
    if (spooled) await dropSpooled([spooled]);
    uploadedFiles.add({ upload: rule, outcome: "refused" });
    throw asRefusal(error);
  }
}
