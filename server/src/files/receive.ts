/**
 * The one way a file comes in (security.md 5.2). Everything of a request is checked, encrypted and stored before the
 * handler runs; what the handler does not keep is gone afterwards, whatever happens (S-27).
 */
import type { FastifyRequest } from "fastify";
import { uploadRules, type UploadRule, type UploadRuleName } from "contract/files";
import { userIdOf } from "#server/core/actor.ts";
import { demoKind } from "#server/core/demo.ts";
import { badRequest, fileRefused, unsupportedMedia } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { uploadedBytes, uploadedFiles } from "#server/core/service-meters.ts";
import { promiseDiskSpace, requireDiskSpace } from "./disk-space.ts";
import { decrypt } from "./encryption.ts";
import { asRefusal, type IncomingFile, takeIn, tooLarge, unsupported } from "./incoming-file.ts";
import { fileKeyMaker } from "./keys.ts";
import { uploadDefinition } from "./kinds.ts";
import { declaredLength, largestBody, letGoOfBody, readParts, type Fields } from "./multipart.ts";
import { collect } from "./plain-source.ts";
import { type RedrawnAs, redraw, redrawnMimeTypes } from "./redraw.ts";
import { scanFiles, uploaderOf } from "./scan.ts";
import { dropSpooled, spool, spooledObject, type SpooledFile } from "./spool.ts";
import { discardUnkept, storeSpooled, type ReceivedFile } from "./stored.ts";
import { emitUploadStep } from "./upload-steps.ts";

/** Of each file, where anybody may come and try. */
const MOST_DEMO_BYTES = 1_048_576;

/** Counts what somebody uploads, and throws when it has become too much. */
type Meter = { countFile(): Promise<void>; countBytes(bytes: number): Promise<void> };
export type ReceiveContext = {
  rule: UploadRuleName;
  caseId: number | null;
  meter?: Meter | null;
};
export type ReceivedUpload = { files: ReceivedFile[]; fields: Fields };

export async function withReceivedFiles<Result>(
  request: FastifyRequest,
  context: ReceiveContext,
  handle: (received: ReceivedUpload) => Promise<Result>,
): Promise<Result> {
  const { incoming, fields } = await readUpload(request, context);
  const files: ReceivedFile[] = [];
  try {
    const spooled = incoming.map((file) => file.spooled);
    await scanFiles(spooled, { ...uploaderOf(request), caseId: context.caseId });
    emitUploadStep("scanned");
    for (const file of incoming) {
      files.push(await store(request, context, file));
      emitUploadStep("stored");
    }
  } catch (error) {
    await dropSpooled(incoming.map((file) => file.spooled));
    await discardUnkept(files);
    uploadedFiles.add({ upload: context.rule, outcome: "refused" }, incoming.length);
    throw asRefusal(error);
  }
  try {
    const result = await handle({ files, fields });
    emitUploadStep("committed");
    uploadedFiles.add({ upload: context.rule, outcome: "stored" }, files.length);
    uploadedBytes.add(
      { upload: context.rule },
      files.reduce((sum, file) => sum + file.size, 0),
    );
    await discardUnkept(files);
    return result;
  } catch (error) {
    await discardUnkept(files, error);
    uploadedFiles.add({ upload: context.rule, outcome: "refused" }, files.length);
    throw error;
  }
}

async function readUpload(
  request: FastifyRequest,
  context: ReceiveContext,
): Promise<{ incoming: IncomingFile[]; fields: Fields }> {
  const rule = ruleOf(context);
  const incoming: IncomingFile[] = [];
  let giveBack: (() => void) | undefined;
  try {
    if (!request.isMultipart())
      throw unsupportedMedia("Please send the file as multipart/form-data");
    const most = { maxFiles: rule.maxFiles, maxFileBytes: rule.maxBytes };
    const length = declaredLength(request);
    if (length > largestBody(most)) throw tooLarge(rule, "The upload");
    const makingKey = fileKeyMaker(context.caseId);
    // Heard of when there is room.
    makingKey.catch(() => undefined);
    giveBack = await promiseDiskSpace(runtime.files.spoolDirectory, length);
    emitUploadStep("admitted");
    const makeKey = await makingKey;
    const fields = await readParts(request, {
      ...most,
      countBytes: async (bytes) => context.meter?.countBytes(bytes),
      onFile: async (part) => {
        await context.meter?.countFile();
        // The first has just been promised its room. Meanwhile others may fill it, and a body in chunks announces nothing.
        const expected = Math.min(length || rule.maxBytes, rule.maxBytes);
        if (length === 0 || incoming.length > 0)
          await requireDiskSpace(runtime.files.spoolDirectory, expected);
        const given = { name: part.filename, type: part.mimetype, content: part.file };
        incoming.push(await takeIn(given, inItsWords(rule, part.fields), makeKey));
      },
    });
    const { isOptional = false } = uploadDefinition(context.rule);
    if (incoming.length === 0 && !isOptional) throw badRequest(rule.missing);
    return { incoming, fields };
  } catch (error) {
    await dropSpooled(incoming.map((file) => file.spooled));
    // The one that was refused counts too, although it never got into the list.
    uploadedFiles.add({ upload: context.rule, outcome: "refused" }, incoming.length + 1);
    letGoOfBody(request);
    throw asRefusal(error);
  } finally {
    giveBack?.();
  }
}

function ruleOf(context: ReceiveContext): UploadRule {
  const rule = uploadRules[context.rule];
  if (demoKind() !== "public") return rule;
  return {
    ...rule,
    maxBytes: MOST_DEMO_BYTES,
    tooLarge: "The demonstration takes files up to 1 MB",
  };
}

/** What is refused is told in the words of the form that it was chosen in. */
function inItsWords(rule: UploadRule, fields: Record<string, unknown>): UploadRule {
  const { unsupportedIf } = rule;
  if (!unsupportedIf) return rule;
  const said = fields[unsupportedIf.field] as { value?: unknown } | undefined;
  return said?.value === unsupportedIf.value ? { ...rule, unsupported: unsupportedIf.text } : rule;
}

async function store(
  request: FastifyRequest,
  context: ReceiveContext,
  file: IncomingFile,
): Promise<ReceivedFile> {
  const { kind, redrawnAs } = uploadDefinition(context.rule);
  const about = {
    kind,
    caseId: context.caseId,
    createdBy: userIdOf(request.actor),
    originalName: file.originalName,
    mimeType: file.mimeType,
  };
  if (redrawnAs === undefined) return storeSpooled(file.spooled, about);
  const redrawn = await redrawSpooled(uploadRules[context.rule], file, redrawnAs);
  return storeSpooled(redrawn, { ...about, mimeType: redrawnMimeTypes[redrawnAs] });
}

async function redrawSpooled(
  rule: UploadRule,
  file: IncomingFile,
  as: RedrawnAs,
): Promise<SpooledFile> {
  const object = spooledObject(file.spooled);
  const picture = await redraw(as, () => collect(decrypt(object)));
  if (picture === "unreadable") throw unsupported(rule, file.originalName);
  if (picture === "tooManyPixels")
    throw fileRefused("The picture is too large. Please choose one of at most 25 megapixels.");
  const makeKey = await fileKeyMaker(null);
  const redrawn = await spool(picture, makeKey);
  await dropSpooled([file.spooled]);
  return redrawn;
}
