export type Named = { readonly firstName?: string | null; readonly lastName?: string | null };

/** The first letters of both names, '??' when there are none (C:72). */
export function initialsOf({ firstName, lastName }: Named): string {
  const letters = [firstName, lastName]
    .map((name) => Array.from(name?.trim() ?? "")[0] ?? "")
    .join("");
  return letters === "" ? "??" : letters.toLocaleUpperCase("en");
}

/** Both names, or what there is of them, 'User' when there are none (C:72). */
export function displayNameOf(person: Named): string {
  return fullNameOf(person) || "User";
}

/** Both names, or what there is of them, else an empty text. */
export function fullNameOf({ firstName, lastName }: Named): string {
  return [firstName, lastName]
    .map((name) => name?.trim() ?? "")
    .filter(Boolean)
    .join(" ");
}

/** The first letters of the first and the last word of a name. */
export function initialsOfName(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const [first = "", last = ""] = [words[0], words.length > 1 ? words.at(-1) : ""];
  return `${Array.from(first)[0] ?? ""}${Array.from(last)[0] ?? ""}`.toLocaleUpperCase("en");
}
