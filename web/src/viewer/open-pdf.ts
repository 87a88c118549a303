/** pdf.js as it is built for older browsers: the other build wants those of this year. */
import "./missing-functions.ts";
import {
  getDocument,
  GlobalWorkerOptions,
  type PDFDocumentLoadingTask,
} from "pdfjs-dist/legacy/build/pdf.mjs";
// oxlint-disable-next-line import/default -- Vite makes it: the address of the worker that it builds
import workerUrl from "./pdf-worker.ts?worker&url";

GlobalWorkerOptions.workerSrc = workerUrl;

/** Scripts in the file never run. */
export function openPdf(url: string): PDFDocumentLoadingTask {
  return getDocument({
    url,
    withCredentials: true,
    useWasm: false,
    enableXfa: false,
    stopAtErrors: false,
  });
}
