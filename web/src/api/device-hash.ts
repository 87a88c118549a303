const STORAGE_KEY = "device-hash";
const LENGTH = 13;
const ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz";
/** The largest multiple of 36 below 256: bytes above would favour some letters. */
const FAIR_BYTES = 252;

/** What this browser calls itself at sign-in; made once, then kept (C:74, C:239). */
export function deviceHash(): string {
  try {
    const known = localStorage.getItem(STORAGE_KEY);
    if (known !== null && known !== "") return known;
    const made = randomHash();
    localStorage.setItem(STORAGE_KEY, made);
    return made;
  } catch {
    // Storage is blocked: the device is then new each time and is asked for a code.
    return randomHash();
  }
}

function randomHash(): string {
  let hash = "";
  while (hash.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) {
      if (byte < FAIR_BYTES && hash.length < LENGTH) hash += ALPHABET[byte % ALPHABET.length];
    }
  }
  return hash;
}
