/** Bytes as lower-case letters and digits: programs on the way may change upper case into lower and back (RFC 4648). */
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

export function toBase32(bytes: Uint8Array): string {
  let bits = 0;
  let held = 0;
  let text = "";
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(held >> bits) & 31];
    }
    held &= 255;
  }
  return bits === 0 ? text : text + ALPHABET[(held << (5 - bits)) & 31];
}

/** Null for what `toBase32` never writes: another character, or spare bits that are not zero. */
export function fromBase32(text: string): Buffer | null {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const character of text.toLowerCase()) {
    const value = ALPHABET.indexOf(character);
    if (value === -1) return null;
    held = (held << 5) | value;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 255);
    held &= (1 << bits) - 1;
  }
  return bits < 5 && held === 0 ? Buffer.from(bytes) : null;
}
