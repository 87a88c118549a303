import { documentsApi } from "contract/documents";
import { send, urlOf } from "#web/api/request.ts";

/** The one before, the one looked at, the one after it. */
const KEPT = 3;

/** Files that are fetched once, each of which is one opening: the next one is there before somebody comes to it. */
export function filesAhead() {
  const kept = new Map<number, Promise<Blob>>();
  return (id: number): Promise<Blob> => {
    const known = kept.get(id);
    if (known) return known;
    const fetched = fetchFile(id);
    kept.set(id, fetched);
    // What has failed is asked for again when it is wanted again.
    fetched.catch(() => kept.delete(id));
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return fetched;
  };
}

async function fetchFile(id: number): Promise<Blob> {
  const url = urlOf(documentsApi.view, { params: { id } });
  const answer = await send(url, { method: "GET", headers: { accept: "*/*" } });
  return answer.blob();
}
