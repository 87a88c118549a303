import { acceptsName, uploadRules } from "contract/files";
import { messages } from "#web/messages/messages.ts";

const rule = uploadRules.caseDocument;
const texts = messages.documents.upload;

/** What is wrong with a file before it is sent; null when nothing is. Exactly 10 MB passes (C:148, D-068). */
export function problemOfDocument(file: { name: string; size: number }): string | null {
  if (!acceptsName(rule, file.name)) return texts.unsupported(file.name);
  return file.size > rule.maxBytes ? texts.tooLarge(file.name) : null;
}
