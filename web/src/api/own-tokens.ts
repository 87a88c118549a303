import { useQuery } from "@tanstack/react-query";
import { tokensApi } from "contract/tokens";
import { read } from "./client.ts";
import { useCurrentUser } from "./current-user.ts";

/** One's own API tokens; nothing is asked where one may have none. */
export function useOwnTokens() {
  const { mayHaveTokens = false } = useCurrentUser();
  return useQuery({ ...read(tokensApi.list), enabled: mayHaveTokens });
}

/** Whether forms have to say that tokens end with what they change. */
export function useHasTokens(): boolean {
  const { data = [] } = useOwnTokens();
  return data.length > 0;
}
