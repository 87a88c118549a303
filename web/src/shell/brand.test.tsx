import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { Brand } from "./brand.tsx";

/** The logo as the page shows it, for what the server has written into it. */
function logoOf(mark: string, theme: "light" | "dark"): HTMLImageElement | null {
  document.head.innerHTML = `<meta name="bureau-logo" content="${mark}" />`;
  document.documentElement.dataset.theme = theme;
  render(<Brand />);
  const [logo] = screen.queryAllByRole<HTMLImageElement>("presentation");
  return logo ?? null;
}

afterEach(() => {
  cleanup();
  document.head.innerHTML = "";
  delete document.documentElement.dataset.theme;
});

describe("the bureau's mark", () => {
  it("is its logo for the ground it stands on, anew when it has changed", () => {
    expect(logoOf("12 dark", "light")?.getAttribute("src")).toBe(
      "/api/bureau/logo?theme=light&v=12 dark",
    );
    cleanup();
    const dark = logoOf("13 dark", "dark");
    expect(dark?.getAttribute("src")).toBe("/api/bureau/logo?theme=dark&v=13 dark");
    expect(dark?.style.background).toBe("");
  });

  it("keeps light ground where there is none for dark ground", () => {
    expect(logoOf("12", "dark")?.style.background).toBe("#fff");
  });

  it.each(["", "__BUREAU_LOGO__"])("is the portal's own without a logo (%j)", (mark) => {
    expect(logoOf(mark, "light")).toBeNull();
    expect(screen.getByText("Example Bureau")).toBeTruthy();
  });
});
