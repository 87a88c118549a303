// Answers in one case alone: a page is opened and the portal cannot be reached. Keeps nothing: the browser of a shared
// machine must not know any case (asvs 111).
const NOT_PAGES = /^\/(?:api|uploads|assets)(?:\/|$)/;

const NO_CONNECTION = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>No connection</title>
  </head>
  <body>
    <h1>No connection</h1>
    <p>The portal needs the internet. Check your connection.</p>
    <p><a href="">Try again</a></p>
  </body>
</html>
`;

self.addEventListener("install", () => void self.skipWaiting());

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode !== "navigate" || NOT_PAGES.test(new URL(request.url).pathname)) return;
  event.respondWith(fetch(request).catch(sayNoConnection));
});

function sayNoConnection() {
  return new Response(NO_CONNECTION, {
    status: 503,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'",
      "cache-control": "no-store",
    },
  });
}
