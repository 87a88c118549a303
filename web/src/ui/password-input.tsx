import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { messages } from "#web/messages/messages.ts";
import { Icon } from "./icon.tsx";
import { Input } from "./input.tsx";

type PasswordInputProps = Omit<ComponentProps<typeof Input>, "type" | "trail" | "lead">;

export function PasswordInput({ autoComplete = "current-password", ...rest }: PasswordInputProps) {
  const [isShown, setIsShown] = useState(false);
  const label = isShown ? messages.ui.hidePassword : messages.ui.showPassword;
  return (
    <Input
      type={isShown ? "text" : "password"}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      trail={
        <button
          type="button"
          aria-label={label}
          title={label}
          onClick={() => setIsShown(!isShown)}
          className="grid size-8 place-items-center rounded-sm text-muted hover:text-ink"
        >
          <Icon of={isShown ? EyeOff : Eye} />
        </button>
      }
      {...rest}
    />
  );
}
