import { ChevronLeft, ChevronRight, Download, ExternalLink, ZoomIn, ZoomOut } from "lucide-react";
import { useEffect, useState } from "react";
import { download, openInNewTab } from "#web/api/download.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { FilePane } from "./file-pane.tsx";
import { previewOf, type ViewedFile } from "./viewed-file.ts";
import { ViewerMessage } from "./viewer-states.tsx";

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
        <FilePane file={file} zoom={zoom} failure={failure} />
      </div>
    </Dialog>
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
