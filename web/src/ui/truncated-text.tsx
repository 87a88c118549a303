import { cutText } from "./cut-text.ts";

type TruncatedTextProps = {
  readonly text: string;
  /** Longer texts keep this many characters and get '...' (D-088). */
  readonly limit: number;
  readonly className?: string;
};

/** A text cut at a number of characters, whole as its title. */
export function TruncatedText({ text, limit, className }: TruncatedTextProps) {
  const cut = cutText(text, limit);
  return (
    <span title={cut === text ? undefined : text} dir="auto" className={className}>
      {cut}
    </span>
  );
}
