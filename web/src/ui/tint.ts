import type { CSSProperties } from "react";

export type Tint = {
  /** OKLCH hue in degrees. */
  readonly hue: number;
  /** Below 1 for greys; 1 unless said otherwise. */
  readonly chroma?: number;
};

/** Sets the hue that the `tinted` recipe of the theme reads. */
export function tintStyle({ hue, chroma = 1 }: Tint): CSSProperties {
  return { "--hue": hue, "--chroma": chroma } as CSSProperties;
}
