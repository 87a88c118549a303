import { OTPInput, type SlotProps } from "input-otp";
import { messages } from "#web/messages/messages.ts";
import { classes } from "./classes.ts";
import { styleNonce } from "./csp-nonce.ts";
import { useFieldWiring } from "./field-context.ts";

type OtpInputProps = {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly length: number;
  /** Called once when the last slot is filled. */
  readonly onComplete?: (value: string) => void;
  readonly disabled?: boolean;
  readonly label?: string;
};

/** A code in slots, one field underneath: typing, pasting and the code from a message all work. */
export function OtpInput({
  value,
  onChange,
  length,
  onComplete,
  disabled,
  label = messages.ui.codeInput,
}: OtpInputProps) {
  return (
    <OTPInput
      {...useFieldWiring()}
      aria-label={label}
      value={value}
      onChange={(next) => onChange(digitsOf(next))}
      onComplete={onComplete}
      maxLength={length}
      inputMode="numeric"
      pattern="^\d*$"
      autoComplete="one-time-code"
      pasteTransformer={digitsOf}
      pushPasswordManagerStrategy="none"
      noScriptCSSFallback={null}
      nonce={styleNonce}
      disabled={disabled}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the code is the only thing this screen asks for
      autoFocus
      // The library asks for a monospace face; where a machine has none, Chromium then refuses to type.
      className="font-sans!"
      containerClassName="w-full"
      render={({ slots }) => (
        <div className="grid w-full auto-cols-fr grid-flow-col gap-2">
          {slots.map((slot, place) => (
            <Slot key={place} {...slot} />
          ))}
        </div>
      )}
    />
  );
}

function Slot({ char, hasFakeCaret, isActive }: SlotProps) {
  return (
    <span
      aria-hidden
      className={classes(
        "grid h-14 place-items-center rounded-md border bg-surface text-xl font-semibold transition-[border-color,box-shadow] tabular",
        isActive ? "field-focus" : "border-field shadow-card",
      )}
    >
      {char}
      {hasFakeCaret ? <span className="h-6 w-px animate-caret bg-ink" /> : null}
    </span>
  );
}

/** "123 456" and "Code: 123456" are pasted as 123456. */
export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, "");
}
