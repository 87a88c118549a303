import { readFileSync } from "node:fs";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** The face every screen needs at once; the other subsets load only when a text uses them. */
const FIRST_FONT = /geist-latin-wght-normal.*\.woff2$/;

/** Starts the font's download with the page instead of after the style sheet. */
function preloadFont(): Plugin {
  return {
    name: "preload-font",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, context) {
        const font = Object.keys(context.bundle ?? {}).find((file) => FIRST_FONT.test(file));
        if (font === undefined) return [];
        const attrs = {
          rel: "preload",
          as: "font",
          type: "font/woff2",
          href: `/${font}`,
          crossorigin: true,
        };
        return [{ tag: "link", attrs, injectTo: "head-prepend" }];
      },
    },
  };
}

/** What the server writes into the page when it serves the build. */
function fillPlaceholders(): Plugin {
  return {
    name: "fill-placeholders",
    apply: "serve",
    transformIndexHtml: (html) =>
      html
        .replaceAll("__CSP_NONCE__", "")
        .replaceAll("__BUREAU_NAME__", "Example Bureau")
        .replaceAll("__FRAME__", "none"),
  };
}

/** What the contract says for its description and for tokens is the server's: no screen reads it. */
function leaveOutDescriptions(): Plugin {
  const described = /^\s+(?:summary|scope):\s*"(?:[^"\\]|\\.)*",$/gm;
  return {
    name: "leave-out-descriptions",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /\/contract\/src\// },
      handler: (code) => ({ code: code.replace(described, ""), map: null }),
    },
  };
}

function portalVersion(): string {
  const file = new URL("../package.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}

/**
 * Whoever opens the portal needs all of a group, and packed together its files are smaller than one by one. What stands
 * in 'foundation' imports nothing beside it: otherwise a part could run before what it is made with.
 */
const firstLoad = {
  includeDependenciesRecursively: false,
  groups: [
    {
      name: "foundation",
      test: oneOf(
        "node_modules/(react|react-dom|scheduler|zod|use-sync-external-store)/",
        "node_modules/@tanstack/(history|query-core|react-query|react-store|router-core|store)/",
        "node_modules/@tanstack/react-router/",
        "node_modules/@radix-ui/react-(compose-refs|direction|slot)/",
        "node_modules/lucide-react/dist/esm/(context|createLucideIcon|Icon)\\.",
        "node_modules/lucide-react/dist/esm/shared/",
        "contract/src/(endpoint|errors|fields|session|visible-text)\\.",
      ),
    },
    {
      // What the page itself, the sign-in and every screen behind it draw and ask with; made of 'foundation' alone.
      name: "page-parts",
      test: oneOf(
        "web/src/api/(api-error|client|csrf|error-sentence|idempotency|live-position|query|request|session-clock|step-up)\\.",
        "web/src/messages/(roles|ui)\\.",
        "web/src/ui/(classes|control-look|field-context|icon|input|spinner)\\.",
      ),
    },
    {
      name: "form-parts",
      test: oneOf(
        "node_modules/(react-hook-form|@hookform)/",
        "web/src/ui/(field|password-input)\\.",
        "node_modules/lucide-react/dist/esm/icons/(eye|eye-off)\\.",
      ),
    },
    {
      name: "frame-parts",
      test: oneOf(
        "node_modules/lucide-react/dist/esm/icons/(moon|sun)\\.",
        "web/src/shell/(brand|theme|theme-toggle)\\.",
      ),
    },
    {
      name: "signed-out-parts",
      test: oneOf("web/src/shell/(form-title|guilloche|rosette-path|signed-out-frame)\\."),
    },
    {
      name: "screen-parts",
      test: oneOf(
        "node_modules/@tanstack/(react-virtual|virtual-core)/",
        "node_modules/lucide-react/dist/esm/icons/(arrow-[dlru]|bell\\.|bookmark\\.|chart|chevron|circle-(dot|plus)|columns-3\\.|ellipsis|files|folder)",
        "node_modules/lucide-react/dist/esm/icons/(landmark|layout|list-filter|log-out|message-square\\.|pencil\\.)",
        "node_modules/lucide-react/dist/esm/icons/(file-check|list-checks|plus|receipt-text|rows-3|search|search-x)\\.",
        "node_modules/lucide-react/dist/esm/icons/(user|users|users-round)\\.",
        "contract/src/(case-lists|case-order|case-parts|case-status|days|fold|list-query|money|readiness)\\.",
        "web/src/api/row-changes\\.",
        "web/src/features/cases/(assigned-people|case-look|program-name|stage-bar)\\.",
        "web/src/features/cases/status-badge\\.",
        "web/src/features/cases/(case-filter|case-filters|case-list-source|pipeline-strip)\\.",
        "web/src/features/views/(views\\.tsx|views-button\\.|view-state\\.)",
        "web/src/format/(money|number-in-address|person|time|bureau-zone)\\.",
        "web/src/lists/",
        "web/src/messages/(cases|edit-case|views)\\.",
        "web/src/shell/(navigation|recent-cases|review-count|session-warning|sign-out|use-session-end|window-events)\\.",
        "web/src/ui/(avatar|badge|card|deferred|group-header|heading-count|kbd|own-escape|page-header|popover)\\.",
        "web/src/ui/(ring-glyph|search-input|search-text|segmented-control|select|select-parts)\\.",
        "web/src/ui/(skeleton|tint|title-direction|use-address|use-columns|use-is-printing|use-key-set|use-media)\\.",
        "web/src/ui/(unsaved|use-focus-return|use-virtual-rows)\\.",
      ),
    },
    {
      // Signs that no first page draws. One by one, the page itself would have to name each of these small files.
      name: "signs",
      test: oneOf(
        "node_modules/lucide-react/dist/esm/icons/(calendar-clock|check|circle-check|circle-x|download|file-text)\\.",
        "node_modules/lucide-react/dist/esm/icons/(file-up|key-round|rotate-ccw-clock|save|trash|upload|user-plus)\\.",
        "node_modules/lucide-react/dist/esm/icons/(code-xml|file-down|file-input|file-x-corner|mail-check|play|undo-2)\\.",
      ),
    },
    {
      // A few lines each.
      name: "small-parts",
      test: oneOf("web/src/ui/(cut-text|file-size|textarea|virtual-table-rows)\\."),
    },
    {
      name: "case-choices",
      test: oneOf(
        "web/src/features/cases/(assignees.queries|use-choices|use-case-search|use-adviser-name)\\.",
      ),
    },
    {
      name: "dashboard-menus",
      test: oneOf("web/src/screens/dashboard/(case-menu-list|create-menu-list)\\."),
    },
    {
      // What links in mails open.
      name: "account-links",
      test: oneOf(
        "web/src/screens/(complete-registration|confirm-email|forgot-password|keep-email|reset-password)/",
        "web/src/features/profile/email-link-outcome\\.",
        "web/src/shell/(form-outcome|password-requirements)\\.",
      ),
    },
    {
      // What dialogs, menus and popovers are made of.
      name: "overlays",
      test: oneOf(
        "node_modules/@radix-ui/",
        "node_modules/@floating-ui/",
        "node_modules/(aria-hidden|get-nonce|react-remove-scroll|react-remove-scroll-bar|react-style-singleton)/",
        "node_modules/(tslib|use-callback-ref|use-sidecar)/",
        "web/src/ui/(confirm-dialog|dialog|dialog-buttons|dropdown-menu|rename-dialog|row-actions|side-panel)\\.",
      ),
    },
  ],
};

/** What the page has loaded itself need not be named again with each of its screens. */
function withoutThePageItself(
  _file: string,
  dependencies: string[],
  { hostType }: { hostType: "html" | "js" },
): string[] {
  if (hostType === "html") return dependencies;
  return dependencies.filter((file) => !/\/(foundation|page-parts|rolldown-runtime)-/.test(file));
}

function oneOf(...paths: string[]): RegExp {
  return new RegExp(`/(${paths.join("|")})`);
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), preloadFont(), fillPlaceholders(), leaveOutDescriptions()],
  define: { __VERSION__: JSON.stringify(portalVersion()) },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      "/api": "http://localhost:3000",
      "/uploads": "http://localhost:3000",
      "/manifest.webmanifest": "http://localhost:3000",
    },
  },
  worker: { format: "es" },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    // README.md promises these; beyond syntax, `scripts/check/browser-support.ts` watches what is used.
    target: ["chrome111", "edge111", "firefox128", "ios16.4", "safari16.4"],
    // The content security policy allows fonts and scripts from the portal itself only, never data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: withoutThePageItself },
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: firstLoad,
        // The first page names every file behind it; seven signs tell versions apart as well as eight.
        chunkFileNames: "assets/[name]-[hash:7].js",
      },
    },
  },
});
