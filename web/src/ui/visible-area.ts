/** Less than any keyboard: a bar of the browser, or a scroll bar. */
const LEAST_KEYBOARD_PX = 100;

/**
 * iOS lays its keyboard over the page and says so to nobody but the visual viewport. What is left to be seen is told to
 * the style sheet, so that dialogs and sheets end above the keyboard; without a keyboard the defaults of theme.css hold.
 */
export function followKeyboard(): void {
  const view = window.visualViewport;
  if (view === null) return;
  const follow = () => {
    const below = window.innerHeight - view.offsetTop - view.height;
    // Somebody who zooms in sees less of the page as well, but there nothing covers it.
    const isCovered = below >= LEAST_KEYBOARD_PX && view.scale < 1.01;
    const { style } = document.documentElement;
    for (const [property, length] of [
      ["--visible-top", view.offsetTop],
      ["--visible-height", view.height],
      ["--keyboard", below],
    ] as const)
      if (isCovered) style.setProperty(property, `${length}px`);
      else style.removeProperty(property);
  };
  view.addEventListener("resize", follow);
  view.addEventListener("scroll", follow);
}
