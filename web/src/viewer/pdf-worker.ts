/** The part of pdf.js that reads the file, beside the page. */
import "./promise-with-resolvers.ts";
import "pdfjs-dist/legacy/build/pdf.worker.min.mjs";
