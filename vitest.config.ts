import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const everywhere = {
  allowOnly: false,
  // Files of a worker share their modules: loading the portal anew for each took longer than the tests themselves.
  isolate: false,
  // Each waits for a PostgreSQL half of the time, so that two cores have work for three.
  maxWorkers: Math.min(8, Math.max(3, availableParallelism())),
  // On a busy machine; a test that hangs is found all the same.
  testTimeout: 60_000,
  hookTimeout: 60_000,
} as const;

const node = { ...everywhere, environment: "node" } as const;

export default defineConfig({
  test: {
    // They are rows of the specification, which `npm run check` knows.
    strictTags: false,
    projects: [
      {
        root: "server",
        test: {
          ...node,
          name: "server",
          include: ["**/*.test.ts"],
          globalSetup: ["testing/test-cluster.ts"],
          // As in the portal itself: a package that cannot live with it has to show here.
          setupFiles: ["src/core/frozen-prototype.ts"],
        },
      },
      { root: "contract", test: { ...node, name: "contract", include: ["src/**/*.test.ts"] } },
      { root: "scripts", test: { ...node, name: "scripts", include: ["**/*.test.ts"] } },
      {
        extends: "web/vite.config.ts",
        root: "web",
        test: {
          ...everywhere,
          // What extends another file does not have it from above.
          strictTags: false,
          name: "web",
          environment: "happy-dom",
          // The files of a worker share one window: a clicked link or a frame must not lead it away from its address.
          environmentOptions: {
            happyDOM: {
              settings: {
                navigation: {
                  disableMainFrameNavigation: true,
                  disableChildFrameNavigation: true,
                  disableFallbackToSetURL: true,
                },
              },
            },
          },
          setupFiles: ["src/testing/patience.ts"],
          include: ["src/**/*.test.{ts,tsx}"],
        },
      },
    ],
  },
});
