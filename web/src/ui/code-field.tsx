import { Field } from "./field.tsx";
import { OtpInput } from "./otp-input.tsx";

type CodeFieldProps = {
  readonly label: string;
  readonly length: number;
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly error?: string;
  readonly className?: string;
};

/** The code of an app or of a mail, with what is wrong with it. */
export function CodeField({ label, error, className, ...input }: CodeFieldProps) {
  return (
    <Field label={label} error={error} className={className}>
      <OtpInput {...input} label={label} />
    </Field>
  );
}
