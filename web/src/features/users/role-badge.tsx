import type { Role } from "contract/session";
import { messages } from "#web/messages/messages.ts";
import { StageBadge } from "#web/ui/badge.tsx";

const hues: Record<Role, number> = { admin: 222, agent: 260, accountant: 82, client: 155 };

export function RoleBadge({ role }: { readonly role: Role }) {
  return <StageBadge hue={hues[role]}>{messages.users.roles[role]}</StageBadge>;
}
