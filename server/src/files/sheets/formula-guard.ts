/**
 * Spreadsheets take a text that begins like a formula for one. Such a text gets a ' more, whatever number of them stands
 * before it, and loses one when it is read again: what goes out comes back.
 */
const formulaLike = /^'*[=+\-@\t\r\0]/;

export function guardText(text: string): string {
  return formulaLike.test(text) ? `'${text}` : text;
}

export function unguardText(text: string): string {
  return text.startsWith("'") && formulaLike.test(text) ? text.slice(1) : text;
}
