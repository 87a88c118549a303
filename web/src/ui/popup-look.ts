/** The surface that menus, lists and popovers share. */
export const popupLook =
  "z-60 overflow-hidden rounded-lg border border-line bg-raised text-ink shadow-overlay outline-none data-[state=open]:animate-pop-in";

export const itemLook =
  "relative flex min-h-8 w-full cursor-default items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-sm outline-none select-none max-md:min-h-11 " +
  // cmdk writes data-disabled="false" on what is not disabled, Radix an empty text on what is.
  "data-highlighted:bg-ink/6 data-[selected=true]:bg-ink/6 data-[disabled='']:pointer-events-none data-[disabled='']:opacity-45 data-[disabled=true]:pointer-events-none data-[disabled=true]:opacity-45";
