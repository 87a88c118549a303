import type { PDFDocumentProxy } from "pdfjs-dist";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { messages } from "#web/messages/messages.ts";
import { ViewerSpinner } from "./viewer-states.tsx";

const texts = messages.viewer;
const MOST_PIXELS_PER_PAGE = 16_000_000;
const WIDEST_PAGE = 900;

type PdfPagesProps = {
  readonly url: string;
  /** The file itself, where it has been fetched already. */
  readonly bytes?: Promise<Blob>;
  readonly onPageCount?: (count: number) => void;
  readonly name: string;
  readonly zoom: number;
  /** Stands where the file, or a page of it, cannot be shown. */
  readonly failure: ReactNode;
};

/** All pages of a PDF below each other; a page is drawn when it comes near the window. */
export function PdfPages({ url, bytes, name, zoom, failure, onPageCount }: PdfPagesProps) {
  const tellPages = useEffectEvent((count: number) => onPageCount?.(count));
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);

  useEffect(() => {
    let close: (() => void) | null = null;
    let isGone = false;
    const open = async () => {
      // Fetched here, so that a browser which cannot even load it gets a sentence instead of a broken page.
      const { openPdf } = await import("./open-pdf.ts");
      if (isGone) return;
      const file = bytes === undefined ? url : await (await bytes).arrayBuffer();
      if (isGone) return;
      const loading = openPdf(file);
      close = () => void loading.destroy();
      const opened = await loading.promise;
      setPdf(opened);
      tellPages(opened.numPages);
    };
    void open().catch(() => (isGone ? undefined : setHasFailed(true)));
    return () => {
      isGone = true;
      close?.();
    };
  }, [url, bytes]);

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => setWidth(Math.min(WIDEST_PAGE, element.clientWidth - 32));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  if (hasFailed) return failure;
  return (
    <div
      ref={box}
      role="region"
      aria-label={name}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      className="h-full overflow-x-auto outline-offset-[-2px]"
    >
      {pdf === null || width <= 0 ? (
        <ViewerSpinner />
      ) : (
        <ol className="flex flex-col items-center gap-4 p-4">
          {Array.from({ length: pdf.numPages }, (_, index) => (
            <li key={index}>
              <PdfPage pdf={pdf} number={index + 1} width={width * zoom} failure={failure} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

type PdfPageProps = Pick<PdfPagesProps, "failure"> & {
  readonly pdf: PDFDocumentProxy;
  readonly number: number;
  readonly width: number;
};

function PdfPage({ pdf, number, width, failure }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isNear, setIsNear] = useState(number <= 2);
  const [ratio, setRatio] = useState(Math.SQRT2);
  const [hasFailed, setHasFailed] = useState(false);

  useEffect(() => {
    const element = canvas.current;
    if (element === null || isNear) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setIsNear(true),
      { rootMargin: "800px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isNear]);

  useEffect(() => {
    const element = canvas.current;
    if (element === null || !isNear) return;
    let cancel: (() => void) | null = null;
    let isGone = false;
    const draw = async () => {
      const page = await pdf.getPage(number);
      if (isGone) return;
      const natural = page.getViewport({ scale: 1 });
      setRatio(natural.height / natural.width);
      const sharpness = Math.min(window.devicePixelRatio, 2);
      const wanted = (width / natural.width) * sharpness;
      const scale = Math.min(
        wanted,
        Math.sqrt(MOST_PIXELS_PER_PAGE / (natural.width * natural.height)),
      );
      const viewport = page.getViewport({ scale });
      element.width = viewport.width;
      element.height = viewport.height;
      const task = page.render({ canvas: element, viewport });
      cancel = () => task.cancel();
      await task.promise;
    };
    // A page that is drawn anew, or closed, cancels the drawing before it; that is no failure.
    void draw().catch(() => (isGone ? undefined : setHasFailed(true)));
    return () => {
      isGone = true;
      cancel?.();
    };
  }, [pdf, number, width, isNear]);

  if (hasFailed) return failure;
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={texts.page(number, pdf.numPages)}
      style={{ width, height: width * ratio }}
      className="bg-white shadow-card"
    />
  );
}
