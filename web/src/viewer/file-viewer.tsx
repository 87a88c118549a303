import { ChevronLeft, ChevronRight, Download, ExternalLink, ZoomIn, ZoomOut } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { download, openInNewTab } from "#web/api/download.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PdfPages } from "./pdf-pages.tsx";
import { previewOf, type ViewedFile } from "./viewed-file.ts";
import { ViewerMessage, ViewerSpinner } from "./viewer-states.tsx";

const texts = messages.viewer;
const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

type FileViewerProps = {
  readonly files: readonly ViewedFile[];
  /** The key of the file to show first; null closes the viewer. */
  readonly current: ViewedFile["key"] | null;
  readonly onCurrentChange: (key: ViewedFile["key"] | null) => void;
};

/** Shows PDFs and images inside the portal, one after the other. */
export function FileViewer({ files, current, onCurrentChange }: FileViewerProps) {
  const index = files.findIndex((file) => file.key === current);
  const file = files[index];
  if (file === undefined) return null;
  const goTo = (next: number) => {
    const target = files[next];
    if (target) onCurrentChange(target.key);
  };
  return (
    <OpenViewer
      file={file}
      index={index}
      count={files.length}
      onGo={goTo}
      onClose={() => onCurrentChange(null)}
    />
  );
}

type OpenViewerProps = {
  readonly file: ViewedFile;
  readonly index: number;
  readonly count: number;
  readonly onGo: (index: number) => void;
  readonly onClose: () => void;
};

function OpenViewer({ file, index, count, onGo, onClose }: OpenViewerProps) {
  const [zoomed, setZoomed] = useState({ key: file.key, zoom: 1 });
  // Each file starts at its own size.
  const zoom = zoomed.key === file.key ? zoomed.zoom : 1;
  const preview = previewOf(file);
  useArrowKeys({ onPrevious: () => onGo(index - 1), onNext: () => onGo(index + 1) });
  const step = (by: number) => {
    const place = Math.min(zooms.length - 1, Math.max(0, zooms.indexOf(zoom) + by));
    setZoomed({ key: file.key, zoom: zooms[place] ?? 1 });
  };
  const save =
    file.downloadUrl === undefined
      ? null
      : () =>
          void download(file.downloadUrl ?? "", file.name).catch(
            failureToast(texts.download, texts.failed),
          );
  const downloadButton = save && preview !== "external" && (
    <Button variant="secondary" icon={<Icon of={Download} />} onClick={save}>
      {texts.download}
    </Button>
  );
  const failure = <ViewerMessage action={downloadButton}>{texts.failed}</ViewerMessage>;

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="full"
      flush
      focusesBody
      title={
        <span className="block max-w-[60vw] truncate" title={file.name} dir="auto">
          {file.name}
        </span>
      }
      footer={
        <>
          <div className="me-auto flex items-center gap-1 max-md:gap-3">
            {count > 1 ? (
              <>
                <IconButton
                  icon={ChevronLeft}
                  label={texts.previous}
                  disabled={index === 0}
                  onClick={() => onGo(index - 1)}
                />
                <span className="text-sm text-muted tabular">
                  {texts.position(index + 1, count)}
                </span>
                <IconButton
                  icon={ChevronRight}
                  label={texts.next}
                  disabled={index === count - 1}
                  onClick={() => onGo(index + 1)}
                />
              </>
            ) : null}
            {preview === "pdf" || preview === "image" ? (
              <>
                <IconButton
                  icon={ZoomOut}
                  label={texts.zoomOut}
                  disabled={zoom === zooms[0]}
                  onClick={() => step(-1)}
                />
                <IconButton
                  icon={ZoomIn}
                  label={texts.zoomIn}
                  disabled={zoom === zooms.at(-1)}
                  onClick={() => step(1)}
                />
              </>
            ) : null}
          </div>
          {preview === "none" ? null : (
            <Button
              variant="secondary"
              icon={<Icon of={ExternalLink} />}
              onClick={() => openInNewTab(file.url)}
            >
              {texts.openInNewTab}
            </Button>
          )}
          {downloadButton}
        </>
      }
    >
      <div className="h-full min-h-[50dvh] bg-sunken">
        {preview === "pdf" ? (
          <PdfPages key={file.key} url={file.url} name={file.name} zoom={zoom} failure={failure} />
        ) : null}
        {preview === "image" ? (
          <ImagePreview key={file.key} file={file} zoom={zoom} failure={failure} />
        ) : null}
        {preview === "external" ? (
          <iframe
            title={file.name}
            src={file.url}
            sandbox="allow-scripts allow-same-origin"
            referrerPolicy="no-referrer"
            className="h-[70dvh] w-full bg-surface"
          />
        ) : null}
        {preview === "none" ? <ViewerMessage>{texts.noPreview}</ViewerMessage> : null}
      </div>
    </Dialog>
  );
}

type ImagePreviewProps = {
  readonly file: ViewedFile;
  readonly zoom: number;
  readonly failure: ReactNode;
};

function ImagePreview({ file, zoom, failure }: ImagePreviewProps) {
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  if (state === "failed") return failure;
  return (
    <div className="grid h-full min-h-[50dvh] place-items-center overflow-auto p-4">
      {state === "loading" ? <ViewerSpinner /> : null}
      <img
        src={file.url}
        alt={file.name}
        onLoad={() => setState("shown")}
        onError={() => setState("failed")}
        style={
          zoom === 1 ? undefined : { maxWidth: "none", maxHeight: "none", width: `${zoom * 100}%` }
        }
        className="max-h-[72dvh] max-w-full object-contain shadow-card"
      />
    </div>
  );
}

type ArrowKeys = { readonly onPrevious: () => void; readonly onNext: () => void };

function useArrowKeys({ onPrevious, onNext }: ArrowKeys): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === "ArrowLeft") onPrevious();
      if (event.key === "ArrowRight") onNext();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  });
}
