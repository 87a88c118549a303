/**
 * The `dir` of a title. One that mixes scripts ('نور حدّادين - Citizenship Application') reads in the direction of the
 * interface, beside the titles around it; one without a Latin letter reads its own way.
 */
export function titleDirection(title: string): "auto" | undefined {
  return /[a-z]/i.test(title) ? undefined : "auto";
}
