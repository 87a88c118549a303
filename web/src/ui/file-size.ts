const UNITS = ["Bytes", "KB", "MB", "GB"];
const STEP = 1024;

/** '0 Bytes', '512 Bytes', '1.5 MB': base 1024, at most two decimals, no trailing zeros (C:251, D-089). */
export function formatFileSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= STEP && unit < UNITS.length - 1) {
    size /= STEP;
    unit += 1;
  }
  return `${Number(size.toFixed(2))} ${UNITS[unit]}`;
}
