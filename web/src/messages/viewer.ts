/** Texts of the file viewer. */
export const viewer = {
  loading: "Loading document...",
  failed: "This file could not be shown. Download it to open it on your device.",
  noPreview: "There is no preview for this kind of file.",
  download: "Download",
  previous: "Previous file",
  next: "Next file",
  position: (index: number, count: number) => `${index} of ${count}`,
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  openInNewTab: "Open in new tab",
  external: "This document is kept outside the portal.",
};
