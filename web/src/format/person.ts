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
