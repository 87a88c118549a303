/** What is counted where it happens. */
import { counter, histogram } from "./meters.ts";

const DURATION_BOUNDS_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2.5, 5, 15, 60];

export const requestSeconds = histogram(
  "portal_request_duration_seconds",
  "Answered requests by route and class of status.",
  DURATION_BOUNDS_SECONDS,
);

export const uploadedFiles = counter(
  "portal_uploaded_files_total",
  "Files that came in, by kind of upload and what became of them.",
);

export const uploadedBytes = counter(
  "portal_uploaded_bytes_total",
  "Bytes of the files that were stored.",
);

export const scans = counter(
  "portal_scans_total",
  "Files shown to the virus scanner: clean, infected or failed.",
);
