import { Check, Circle } from "lucide-react";
import { passwordRules } from "contract/session";
import { messages } from "#web/messages/messages.ts";
import { classes } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";

const text = messages.session.requirements;

/** What a new password needs; each line is ticked while it is typed. */
export function PasswordRequirements({ password }: { readonly password: string }) {
  return (
    <div className="rounded-md bg-sunken px-3.5 py-3 text-xs">
      <p className="font-medium">{text.title}</p>
      <ul className="mt-1.5 space-y-1">
        {passwordRules.map((rule) => {
          const isMet = rule.holds(password);
          return (
            <li
              key={rule.id}
              className={classes("flex items-center gap-2", isMet ? "text-ok" : "text-muted")}
            >
              <Icon
                of={isMet ? Check : Circle}
                size={isMet ? 14 : 8}
                className={isMet ? undefined : "mx-0.75"}
              />
              {text[rule.id]}
              <span className="sr-only">({isMet ? text.met : text.open})</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
