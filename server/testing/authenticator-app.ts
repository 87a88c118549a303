import { stepAt, totpCode } from "#server/auth/totp.ts";
import { runtime } from "#server/core/runtime.ts";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export type App = ReturnType<typeof appWith>;

/** An authenticator app that holds this secret; `later` counts half minutes. */
export function appWith(secret: string) {
  const bits = Array.from(secret, (letter) =>
    ALPHABET.indexOf(letter).toString(2).padStart(5, "0"),
  ).join("");
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return (later = 0) => totpCode(Buffer.from(bytes), stepAt(runtime.clock.now()) + later);
}
