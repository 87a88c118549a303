import { Check } from "lucide-react";
import { Select as Primitive } from "radix-ui";
import { messages } from "#web/messages/messages.ts";
import { classes } from "./classes.ts";
import { styleNonce } from "./csp-nonce.ts";
import { useFieldWiring } from "./field-context.ts";
import { Icon } from "./icon.tsx";
import { itemLook, popupLook } from "./popup-look.ts";
import { SelectFace, type SelectProps, selectTriggerLook } from "./select-parts.tsx";

/** A select that has been opened once; see select.tsx. */
export function SelectList({
  value,
  onValueChange,
  options,
  placeholder = messages.ui.select,
  label,
  caption,
  look,
  size,
  disabled,
  onBlur,
  className,
  children,
}: SelectProps<string>) {
  return (
    <Primitive.Root
      defaultOpen
      value={value ?? ""}
      onValueChange={onValueChange}
      disabled={disabled}
    >
      <Primitive.Trigger
        {...useFieldWiring()}
        aria-label={label}
        onBlur={onBlur}
        className={selectTriggerLook({ look, size, className })}
      >
        <SelectFace caption={caption} look={look} disabled={disabled}>
          {children ?? <Primitive.Value placeholder={placeholder} />}
        </SelectFace>
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className={classes(
            popupLook,
            "max-h-[min(20rem,var(--radix-select-content-available-height))] min-w-(--radix-select-trigger-width)",
          )}
        >
          <Primitive.Viewport nonce={styleNonce} className="p-1">
            {options.map((option) => (
              <Primitive.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled}
                className={itemLook}
              >
                {option.mark}
                <Primitive.ItemText>{option.label}</Primitive.ItemText>
                <Primitive.ItemIndicator className="ms-auto ps-4">
                  <Icon of={Check} className="text-accent" />
                </Primitive.ItemIndicator>
              </Primitive.Item>
            ))}
          </Primitive.Viewport>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
