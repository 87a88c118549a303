import { useEffect, useState } from "react";
import { searchMessages as text } from "#web/messages/search.ts";

const AFTER_MS = 500;

/** Says once how many there are, when nobody types any more. */
export function ResultCount({ count }: { readonly count: number }) {
  const [isSaid, setIsSaid] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSaid(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p role="status" className="sr-only">
      {isSaid ? text.results(count) : ""}
    </p>
  );
}
