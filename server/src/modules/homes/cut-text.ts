import { HOME_TEXT_LENGTH } from "contract/homes";

/** The beginning of what somebody wrote; letters are counted as people count them. */
export function cutText(text: string): string {
  const letters = Array.from(text);
  return letters.length <= HOME_TEXT_LENGTH
    ? text
    : `${letters.slice(0, HOME_TEXT_LENGTH).join("").trimEnd()}…`;
}
