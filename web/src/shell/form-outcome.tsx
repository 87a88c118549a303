import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";

type FormOutcomeProps = {
  readonly icon: LucideIcon;
  readonly tone: "ok" | "danger";
  readonly title: string;
  readonly children: ReactNode;
  readonly actions: ReactNode;
};

/** How a form on the signed-out screens ended, in place of the form. */
export function FormOutcome({ icon, tone, title, children, actions }: FormOutcomeProps) {
  return (
    <section role={tone === "danger" ? "alert" : "status"}>
      <span
        className={classes(
          "mb-5 grid size-12 place-items-center rounded-lg",
          tone === "danger" ? "bg-danger-soft text-danger" : "bg-accent-soft text-ok",
        )}
      >
        <Icon of={icon} size={22} />
      </span>
      <h1 className="text-2xl font-semibold">{title}</h1>
      <div className="mt-2 space-y-2 text-base text-muted">{children}</div>
      <div className="mt-7 flex flex-col gap-2.5">{actions}</div>
    </section>
  );
}
