import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { followKeyboard } from "./visible-area.ts";

/** The visual viewport of a phone whose page is 800 px high. */
class VisibleArea extends EventTarget {
  offsetTop = 0;
  height = 800;
  scale = 1;
}

let area: VisibleArea;
beforeEach(() => {
  area = new VisibleArea();
  vi.stubGlobal("visualViewport", area);
  vi.stubGlobal("innerHeight", 800);
  followKeyboard();
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.documentElement.removeAttribute("style");
});

function become(change: Partial<VisibleArea>) {
  Object.assign(area, change);
  area.dispatchEvent(new Event("resize"));
  const { style } = document.documentElement;
  return ["--visible-top", "--visible-height", "--keyboard"].map((property) =>
    style.getPropertyValue(property),
  );
}

describe("what the style sheet learns of the keyboard", () => {
  it("is how much of the page it leaves, and nothing once it is gone", () => {
    expect(become({ height: 460, offsetTop: 40 })).toEqual(["40px", "460px", "300px"]);
    expect(become({ height: 800, offsetTop: 0 })).toEqual(["", "", ""]);
  });

  it("is nothing when somebody zooms in, or a bar of the browser takes some height", () => {
    expect(become({ height: 400, scale: 2 })).toEqual(["", "", ""]);
    expect(become({ height: 750, scale: 1 })).toEqual(["", "", ""]);
  });
});
