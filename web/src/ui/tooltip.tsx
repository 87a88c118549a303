import { Tooltip as Primitive } from "radix-ui";
import {
  createContext,
  type FocusEvent,
  type ReactElement,
  type ReactNode,
  useContext,
} from "react";

const OPEN_DELAY_MS = 700;
const SKIP_DELAY_MS = 300;

const HasProvider = createContext(false);

/** Around the parts that share the delays (C:240): once one tooltip was read, the next opens at once. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <HasProvider value>
      <Primitive.Provider delayDuration={OPEN_DELAY_MS} skipDelayDuration={SKIP_DELAY_MS}>
        {children}
      </Primitive.Provider>
    </HasProvider>
  );
}

type TooltipProps = {
  readonly text: ReactNode;
  readonly side?: "top" | "bottom" | "left" | "right";
  readonly children: ReactElement;
};

/** A hint on hover and focus. It repeats or adds; it never holds what cannot be learned otherwise. */
export function Tooltip({ text, side = "top", children }: TooltipProps) {
  const tooltip = (
    <Primitive.Root>
      <Primitive.Trigger asChild onFocus={staySilentForThePointer}>
        {children}
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-60 max-w-72 animate-pop-in rounded-sm bg-ink px-2 py-1 text-xs font-medium text-canvas shadow-overlay"
        >
          {text}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
  return useContext(HasProvider) ? tooltip : <TooltipProvider>{tooltip}</TooltipProvider>;
}

/** A dialog opened with a click puts the focus on its first control; nobody asked there what that is for. */
function staySilentForThePointer(event: FocusEvent<HTMLElement>): void {
  if (!event.currentTarget.matches(":focus-visible")) event.preventDefault();
}
