import { WifiOff } from "lucide-react";
import { Slot } from "radix-ui";
import { type ComponentProps, type MouseEvent, type ReactNode, useState } from "react";
import { messages } from "#web/messages/messages.ts";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import { SpinnerRing } from "./spinner.tsx";
import { useIsOnline } from "./use-is-online.ts";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

type ButtonProps = ComponentProps<"button"> & {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  /** An icon before the words. */
  readonly icon?: ReactNode;
  readonly pending?: boolean;
  /** What the button reads while pending; its width is reserved from the start. */
  readonly pendingText?: string;
  /** The pending text stays as it is without a connection too; elsewhere the button says what it waits for. */
  readonly pendingStays?: boolean;
  /** Gives the look to the child, usually a link. */
  readonly asChild?: boolean;
};

const look: Record<ButtonVariant, string> = {
  primary: "bg-primary text-on-primary hover:bg-primary-hover",
  secondary: "border border-line-strong bg-surface text-ink hover:bg-sunken hover:border-field",
  ghost: "text-muted hover:bg-ink/6 hover:text-ink",
  danger: "bg-danger text-on-danger hover:bg-danger-hover",
};

const measure: Record<ButtonSize, string> = {
  sm: "h-8 px-2.5 text-xs",
  md: "h-9 finger:h-11 px-3.5 text-sm",
  lg: "h-11 px-4 text-base",
};

const base =
  "relative shrink-0 reach rounded-md font-medium whitespace-nowrap select-none transition-colors aria-disabled:cursor-not-allowed aria-disabled:opacity-55 disabled:cursor-not-allowed disabled:opacity-55";

// The longer of the two wordings takes its width in a line without height: pressing the button moves nothing.
const stacked = "inline-grid content-center justify-items-center";
const reserve =
  "before:invisible before:block before:h-0 before:ps-6 before:content-[attr(data-reserve)]";

export function Button({
  variant = "primary",
  size = "md",
  icon,
  pending = false,
  pendingText,
  pendingStays = false,
  asChild = false,
  className,
  children,
  onClick,
  onFocus,
  onBlur,
  disabled = false,
  type = "button",
  ...rest
}: ButtonProps) {
  const [hasFocus, setHasFocus] = useState(false);
  const style = classes(base, look[variant], measure[size], className);
  if (asChild) {
    return (
      <Slot.Root
        className={classes(style, "inline-flex items-center justify-center gap-2")}
        onFocus={onFocus}
        onBlur={onBlur}
        {...rest}
      >
        {children}
      </Slot.Root>
    );
  }
  // A button keeps the focus while it waits, and when there is nothing left to do: it only stops listening.
  const isDeaf = pending || (disabled && hasFocus);
  const click = isDeaf ? (event: MouseEvent) => event.preventDefault() : onClick;
  return (
    <button
      type={type}
      className={classes(style, stacked, pendingText !== undefined && reserve)}
      onClick={click}
      onFocus={(event) => {
        setHasFocus(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setHasFocus(false);
        onBlur?.(event);
      }}
      disabled={disabled && !hasFocus}
      aria-disabled={isDeaf || undefined}
      data-reserve={pendingText}
      {...rest}
    >
      <span className="inline-flex items-center gap-2">
        {pending ? (
          <PendingWords stays={pendingStays}>{pendingText ?? children}</PendingWords>
        ) : (
          <>
            {icon}
            {children}
          </>
        )}
      </span>
    </button>
  );
}

/** Without a connection nothing is being saved: the call goes out when the connection is back. */
function PendingWords({
  stays,
  children,
}: {
  readonly stays: boolean;
  readonly children: ReactNode;
}) {
  if (useIsOnline())
    return (
      <>
        <SpinnerRing />
        {children}
      </>
    );
  return (
    <>
      <Icon of={WifiOff} />
      {stays ? children : messages.ui.waiting}
    </>
  );
}
