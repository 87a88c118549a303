import { Moon, Sun } from "lucide-react";
import { messages } from "#web/messages/messages.ts";
import { PlainIconButton } from "#web/ui/plain-icon-button.tsx";
import { useTheme } from "./theme.ts";

export function ThemeToggle({ className }: { readonly className?: string }) {
  const { theme, toggle } = useTheme();
  return (
    <PlainIconButton
      icon={theme === "dark" ? Sun : Moon}
      label={theme === "dark" ? messages.shell.lightTheme : messages.shell.darkTheme}
      onClick={toggle}
      className={className}
    />
  );
}
