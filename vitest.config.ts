import { defineConfig } from "vitest/config";

const node = { environment: "node", allowOnly: false } as const;

export default defineConfig({
  test: {
    projects: [
      {
        root: "server",
        test: {
          ...node,
          name: "server",
          include: ["src/**/*.test.ts"],
          globalSetup: ["src/testing/test-cluster.ts"],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      { root: "contract", test: { ...node, name: "contract", include: ["src/**/*.test.ts"] } },
      { root: "scripts", test: { ...node, name: "scripts", include: ["**/*.test.ts"] } },
      {
        extends: "web/vite.config.ts",
        root: "web",
        test: {
          name: "web",
          environment: "happy-dom",
          include: ["src/**/*.test.{ts,tsx}"],
        },
      },
    ],
  },
});
