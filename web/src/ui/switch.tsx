import { Switch as Primitive } from "radix-ui";
import { type ReactNode, useId } from "react";

type SwitchProps = {
  readonly checked: boolean;
  readonly onCheckedChange: (checked: boolean) => void;
  readonly children: ReactNode;
};

/** On or off, at once. */
export function Switch({ checked, onCheckedChange, children }: SwitchProps) {
  const id = useId();
  return (
    <span className="inline-flex items-center gap-2.5 pe-2 print:hidden">
      <Primitive.Root
        id={id}
        checked={checked}
        onCheckedChange={onCheckedChange}
        className="relative h-5 w-9 shrink-0 reach rounded-full bg-field transition-colors data-[state=checked]:bg-primary"
      >
        <Primitive.Thumb className="block size-4 ms-0.5 rounded-full bg-surface transition-[margin] data-[state=checked]:ms-4.5" />
      </Primitive.Root>
      <label htmlFor={id} className="py-2 text-sm font-medium select-none">
        {children}
      </label>
    </span>
  );
}
