// Runs before the first paint, so that a dark portal never flashes white and its frame stands where it will stay. A file, because the
// content security policy forbids inline scripts.
(function () {
  let stored = null;
  try {
    stored = localStorage.getItem("theme");
    document.documentElement.dataset.sidebar = localStorage.getItem("sidebar") || "expanded";
  } catch {
    // Storage may be blocked; the system's choice then decides.
  }
  const dark = stored ? stored === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  const bar = document.querySelector('meta[name="theme-color"]');
  if (bar) bar.setAttribute("content", dark ? "#0c1215" : "#f5f8f9");
})();
