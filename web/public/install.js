// Beside the portal itself, which would come too late: the browser offers to install it once, and the menu of phones
// makes use of that later (install-offer.ts). A file, because the content security policy forbids inline scripts.
addEventListener("beforeinstallprompt", function (event) {
  event.preventDefault();
  window.installPrompt = event;
  dispatchEvent(new Event("installoffer"));
});
// The page that says that there is no connection.
if ("serviceWorker" in navigator) {
  addEventListener("load", function () {
    navigator.serviceWorker.register("/sw.js").catch(function () {});
  });
}
