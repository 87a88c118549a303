/** Choices that are too many to hold: whoever offers them searches for them elsewhere, a few at a time. */
export type ChoiceSearch<Choice> = {
  readonly needle: string;
  readonly setNeedle: (needle: string) => void;
  readonly found: readonly Choice[];
  readonly isPending: boolean;
  /** What was found is what was asked for last; until then it is what an earlier needle found. */
  readonly isSettled: boolean;
  readonly isError: boolean;
  /** Asks for the next few; null when there are no more, or they are under way. */
  readonly showMore: (() => void) | null;
};

/** Typing is over after so long. */
export const CHOICE_WAIT_MS = 80;
export const CHOICES_AT_ONCE = 20;
