import { messages } from "#web/messages/messages.ts";
import { peopleOf } from "./assigned-people.ts";
import { useAssignees } from "./assignees.queries.ts";

/** What an adviser of a filter is called; null until it is known, or when there is no such person any more. */
export function useAdviserName(adviser: string | undefined): string | null {
  const { assignees } = useAssignees({ enabled: adviser !== undefined && adviser !== "me" });
  if (adviser === "me") return messages.cases.filters.me;
  const [found] = peopleOf(assignees.filter(({ id }) => String(id) === adviser));
  return found?.name ?? null;
}
