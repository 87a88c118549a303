/**
 * The kinds of stored files. The definition of each module says what comes in as a kind of its own, and who may open
 * such a file under which name.
 */
import type { UploadRuleName } from "contract/files";
import type { SignedInActor } from "#server/core/actor.ts";
import type { StoredFileRow } from "#server/database/tables/stored-files.ts";
import type { AccessContext } from "./access-context.ts";
import type { RedrawnAs } from "./redraw.ts";

export type FileKind = StoredFileRow["kind"];

export type UploadOptions = {
  /** The call makes sense without a file (D-141). */
  isOptional?: true;
  /** A picture that is drawn anew as one of these: only its pixels are kept. */
  redrawnAs?: RedrawnAs;
};

export type FileToOpen = AccessContext & { file: StoredFileRow };
export type FileKindDefinition = {
  /** The rules by which a file of this kind comes in; none for what the portal makes itself. */
  uploads: Partial<Record<UploadRuleName, UploadOptions>>;
  /** What the record that owns the file calls it; null when there is none that this actor may see. */
  open(actor: SignedInActor, toOpen: FileToOpen): Promise<string | null>;
};
export type FileKindDefinitions = Partial<Record<FileKind, FileKindDefinition>>;

type UploadDefinition = UploadOptions & { kind: FileKind };

const kinds = new Map<FileKind, FileKindDefinition>();
const uploads = new Map<UploadRuleName, UploadDefinition>();

export function defineFileKinds(definitions: FileKindDefinitions): void {
  for (const [name, definition] of Object.entries(definitions)) {
    const kind = name as FileKind;
    kinds.set(kind, definition);
    for (const [rule, options] of Object.entries(definition.uploads))
      uploads.set(rule as UploadRuleName, { kind, ...options });
  }
}

export function fileKind(kind: FileKind): FileKindDefinition {
  const definition = kinds.get(kind);
  if (!definition) throw new Error(`No module says who may open a file of the kind ${kind}`);
  return definition;
}

export function uploadDefinition(rule: UploadRuleName): UploadDefinition {
  const definition = uploads.get(rule);
  if (!definition) throw new Error(`No module takes the upload ${rule}`);
  return definition;
}
