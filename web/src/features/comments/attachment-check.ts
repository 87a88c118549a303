import { acceptedTypes, acceptsName, uploadRules } from "contract/files";
import { messages } from "#web/messages/messages.ts";

const rule = uploadRules.commentAttachment;
const texts = messages.comments;
export const attachmentTypes = acceptedTypes(rule);

/** What is wrong with an attachment, as a toast; null when nothing is. Under 10 MB, not exactly (C:144, D-068). */
export function problemOfAttachment(file: {
  name: string;
  size: number;
}): { title: string; description: string } | null {
  if (file.size >= rule.maxBytes)
    return { title: texts.tooLargeTitle, description: texts.tooLarge };
  if (!acceptsName(rule, file.name))
    return { title: texts.badTypeTitle, description: texts.badType(file.name) };
  return null;
}
