import { messages } from "#web/messages/messages.ts";
import { peopleOf } from "./assigned-people.ts";
import { useAssignee } from "./assignees.queries.ts";

/** What an adviser of a filter is called; null until it is known, or when there is no such person any more. */
export function useAdviserName(adviser: string | undefined): string | null {
  const { data } = useAssignee(adviser === undefined || adviser === "me" ? null : adviser);
  if (adviser === "me") return messages.cases.filters.me;
  const [found] = peopleOf(data ? [data] : []);
  return found?.name ?? null;
}
