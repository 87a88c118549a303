import { acceptsName, extensionOf, uploadRules, withHeicAdvice } from "contract/files";
import { messages } from "#web/messages/messages.ts";

const rule = uploadRules.caseDocument;
const texts = messages.documents.upload;

/** What is wrong with a file before it is sent; null when nothing is. Exactly 10 MB passes (C:148, D-068). */
export function problemOfDocument(file: { name: string; size: number }): string | null {
  if (!acceptsName(rule, file.name)) return unsupported(file.name);
  return file.size > rule.maxBytes ? texts.tooLarge(file.name) : null;
}

/** By its name; one that hides behind another name is recognised by the server. */
function unsupported(name: string): string {
  const sentence = texts.unsupported(name);
  return ["heic", "heif"].includes(extensionOf(name)) ? withHeicAdvice(sentence) : sentence;
}
