/** For a control that answers Escape itself, such as a field that gives up its edit: the dialog around it stays open. */
export const ownEscape = { "data-own-escape": "" };

/** For `onEscapeKeyDown` of dialogs, which hear the key before the control does. */
export function leaveEscapeToControl(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.closest("[data-own-escape]") !== null)
    event.preventDefault();
}
