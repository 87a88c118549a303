/** Longer than the limit: that many characters and '...'; otherwise unchanged (D-088). */
export function cutText(text: string, limit: number): string {
  const letters = Array.from(text);
  return letters.length > limit ? `${letters.slice(0, limit).join("")}...` : text;
}
