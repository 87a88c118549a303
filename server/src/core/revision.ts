/** What counts the changes of a record is its revision inside, and `version` in answers and If-Match. */
export function withVersion<Row extends { revision: number }>({ revision, ...row }: Row) {
  return { ...row, version: revision };
}
