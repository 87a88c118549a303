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

/** By its address, or what has been read of it. Scripts in the file never run. */
export function openPdf(file: string | ArrayBuffer): PDFDocumentLoadingTask {
  return getDocument({
    ...(typeof file === "string" ? { url: file } : { data: file }),
    withCredentials: true,
    useWasm: false,
    enableXfa: false,
    stopAtErrors: false,
  });
}
