import { type ReactNode, useId, useMemo } from "react";
import { classes } from "./classes.ts";
import { FieldContext, type FieldWiring } from "./field-context.ts";

type FieldProps = {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** What is wrong with the value; usually `errors.name?.message`. */
  readonly error?: string;
  readonly required?: boolean;
  /** Keeps the label for screen readers only. */
  readonly labelHidden?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
};

/** Label, control, hint and error, wired to each other. Takes one control of the kit. */
export function Field({
  label,
  hint,
  error,
  required = false,
  labelHidden = false,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const wiring = useMemo<FieldWiring>(
    () => ({
      id,
      "aria-describedby": describedBy(id, hint, error),
      "aria-invalid": error === undefined ? undefined : true,
      "aria-required": required || undefined,
    }),
    [id, hint, error, required],
  );
  return (
    <div className={classes("flex min-w-0 flex-col gap-1.5", className)}>
      <label htmlFor={id} className={labelHidden ? "sr-only" : "w-fit text-sm font-medium"}>
        {label}
      </label>
      <FieldContext value={wiring}>{children}</FieldContext>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

/** The same for several controls that answer one question: check boxes, chips, a segmented control. */
export function FieldGroup({
  label,
  hint,
  error,
  labelHidden = false,
  className,
  children,
}: FieldProps) {
  const id = useId();
  return (
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy(id, hint, error)}
      className={classes("flex min-w-0 flex-col gap-1.5", className)}
    >
      <span id={`${id}-label`} className={labelHidden ? "sr-only" : "w-fit text-sm font-medium"}>
        {label}
      </span>
      {children}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

function FieldNotes({
  id,
  hint,
  error,
}: {
  readonly id: string;
  readonly hint?: ReactNode;
  readonly error?: string;
}) {
  return (
    <>
      {error === undefined ? null : (
        <p id={`${id}-error`} role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
      {hint !== undefined && error === undefined ? (
        <div id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </div>
      ) : null}
    </>
  );
}

function describedBy(id: string, hint: ReactNode, error: string | undefined): string | undefined {
  if (error !== undefined) return `${id}-error`;
  return hint === undefined ? undefined : `${id}-hint`;
}
