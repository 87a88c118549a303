import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";

export const sortOrders = ["asc", "desc"] as const;

/** So long after the last key what was typed is written into the address: browsers refuse one write per key. */
export const TYPING_PAUSE_MS = 400;

/** What stands behind the '?' of the address, and a way to change it in place: Back is for pages. */
function useAddress() {
  const address: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const writeAll = (texts: Readonly<Record<string, string | undefined>>) =>
    void navigate({
      to: ".",
      search: (before: Record<string, unknown>) => ({
        ...before,
        ...Object.fromEntries(
          Object.entries(texts).map(([name, value]) => [name, value || undefined]),
        ),
      }),
      replace: true,
      resetScroll: false,
    });
  const write = (name: string, value: string) => writeAll({ [name]: value });
  const textOf = (name: string) => {
    const value = address[name];
    return typeof value === "string" ? value : "";
  };
  return { textOf, write, writeAll };
}

/** Texts of the address under their names, those that stand there, and a way to change some at once; empty ones go. */
export function useAddressTexts<Name extends string>(names: readonly Name[]) {
  const { textOf, writeAll } = useAddress();
  const said = names.flatMap((name) =>
    textOf(name) === "" ? [] : [[name, textOf(name)] as const],
  );
  return [Object.fromEntries(said) as Partial<Record<Name, string>>, writeAll] as const;
}

/** One of a few that stands in the address, so that a link or a reload comes back to it; the usual one needs no words. */
export function useAddressChoice<Choice extends string, Usual extends Choice | null>(
  name: string,
  choices: readonly Choice[],
  usual: Usual,
) {
  const { textOf, write } = useAddress();
  const choice = choices.find((known) => known === textOf(name)) ?? usual;
  return [choice, (next: Choice) => write(name, next === usual ? "" : next)] as const;
}

/** The words of a search: at once on the screen, after a pause in the address. Another address brings its own words. */
export function useAddressSearch() {
  const { textOf, write } = useAddress();
  const inAddress = textOf("q");
  const [{ typed, written }, setState] = useState({ typed: inAddress, written: inAddress });
  const [seen, setSeen] = useState(inAddress);
  if (inAddress !== seen) {
    setSeen(inAddress);
    if (inAddress !== written) setState({ typed: inAddress, written: inAddress });
  }
  const keep = useEffectEvent(() => {
    setState({ typed, written: typed });
    write("q", typed);
  });
  useEffect(() => {
    if (typed === written) return;
    const timer = setTimeout(keep, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, written]);
  return [typed, (next: string) => setState({ typed: next, written })] as const;
}
