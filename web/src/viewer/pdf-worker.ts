/** The part of pdf.js that reads the file, beside the page. */
import "./missing-functions.ts";
import "pdfjs-dist/legacy/build/pdf.worker.min.mjs";
