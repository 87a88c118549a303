import { useQuery } from "@tanstack/react-query";
import { homesApi } from "contract/homes";
import { read } from "#web/api/client.ts";

export function useHome(caseCode: string) {
  return useQuery(read(homesApi.get, { params: { caseId: caseCode } }));
}
