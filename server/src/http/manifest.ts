/** What a phone or a desktop is told when somebody puts the portal among his apps. */
import type { FastifyInstance } from "fastify";
import { bureauName } from "#server/database/bureau.ts";

/** What fits below an icon. */
const MOST_SHORT_LETTERS = 12;
/** The canvas of the light theme (theme.css). */
const CANVAS = "#f5f8f9";

export function serveManifest(app: FastifyInstance): void {
  app.get("/manifest.webmanifest", async (_request, reply) =>
    reply
      .header("content-type", "application/manifest+json; charset=utf-8")
      .header("cache-control", "no-cache")
      .send(JSON.stringify(manifestOf(bureauName()))),
  );
}

function manifestOf(bureau: string) {
  return {
    name: `${bureau} Case Portal`,
    // By letters, not by halves of them.
    short_name: Array.from(bureau).slice(0, MOST_SHORT_LETTERS).join("").trim(),
    id: "/",
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: CANVAS,
    theme_color: CANVAS,
    icons: [
      { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png" },
      {
        src: "/icons/icon-maskable-512.png",
        sizes: "512x512",
        type: "image/png",
        purpose: "maskable",
      },
    ],
  };
}
