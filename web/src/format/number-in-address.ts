/** The number of a record in an address; null where there is none. */
export function numberInAddress(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
