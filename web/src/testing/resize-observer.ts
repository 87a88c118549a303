import { vi } from "vitest";

/** For what asks to hear of its size: in these tests nothing has one. `vi.unstubAllGlobals` takes it away. */
export function stubResizeObserver(): void {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
}
