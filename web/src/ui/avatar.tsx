import { useState } from "react";
import { messages } from "#web/messages/messages.ts";
import { classes } from "./classes.ts";
import { tintStyle } from "./tint.ts";

type AvatarProps = {
  readonly initials: string;
  /** What the colour is taken from: an id or an e-mail, so that it stays the same everywhere. */
  readonly seed: string;
  readonly imageUrl?: string | null;
  readonly size?: "xs" | "sm" | "md" | "lg" | "xl";
  readonly className?: string;
};

const hues = [235, 275, 320, 25, 60, 110, 155, 205];

const sizes = {
  xs: "size-6 text-[0.625rem]",
  sm: "size-7 text-2xs",
  md: "size-8 text-xs",
  lg: "size-10 text-sm",
  xl: "size-20 text-xl",
};

/** A person as initials on a colour of their own, or as their picture. Decorative: write the name beside it or label it. */
export function Avatar({ initials, seed, imageUrl, size = "md", className }: AvatarProps) {
  const look = classes(
    "tinted relative inline-grid shrink-0 place-items-center overflow-hidden rounded-full bg-tint-face font-semibold tracking-normal text-tint-ink select-none",
    sizes[size],
    className,
  );
  const style = tintStyle({ hue: hueOf(seed), chroma: 0.9 });
  return (
    <span aria-hidden style={style} className={look}>
      {initials}
      {imageUrl === undefined || imageUrl === null ? null : (
        <Picture key={imageUrl} url={imageUrl} />
      )}
    </span>
  );
}

/** Lies over the initials, which stay when it cannot be loaded. */
function Picture({ url }: { readonly url: string }) {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return null;
  return (
    <img
      src={url}
      alt=""
      onError={() => setIsBroken(true)}
      className="absolute inset-0 size-full object-cover"
    />
  );
}

export type Person = {
  readonly seed: string;
  readonly initials: string;
  readonly name: string;
  readonly imageUrl?: string | null;
};

type AvatarStackProps = {
  readonly people: readonly Person[];
  /** How many there are, where only the first are known. */
  readonly total?: number;
  readonly shown?: number;
  readonly size?: "xs" | "sm" | "md";
};

const SHOWN_AVATARS = 3;

/** The first few people side by side, none over the initials of another, and how many more; the names are the title. */
export function AvatarStack({
  people,
  total = people.length,
  shown = SHOWN_AVATARS,
  size = "sm",
}: AvatarStackProps) {
  const unnamed = total > people.length ? [messages.ui.more(total - people.length)] : [];
  const names = [...people.map((person) => person.name), ...unnamed].join(", ");
  return (
    <span
      role="img"
      aria-label={names}
      title={names}
      className="inline-flex items-center gap-[3px]"
    >
      {people.slice(0, shown).map((person) => (
        <Avatar
          key={person.seed}
          initials={person.initials}
          seed={person.seed}
          imageUrl={person.imageUrl}
          size={size}
        />
      ))}
      {total > shown ? (
        <span className="ms-0.5 text-xs text-muted tabular">{messages.ui.more(total - shown)}</span>
      ) : null}
    </span>
  );
}

function hueOf(seed: string): number {
  let sum = 0;
  for (const letter of seed) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return hues[sum % hues.length] ?? 235;
}
