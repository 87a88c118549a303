import { type ReactNode, useEffect, useState } from "react";
import { messages } from "#web/messages/messages.ts";
import { PdfPages } from "./pdf-pages.tsx";
import { previewOf, type ViewedFile } from "./viewed-file.ts";
import { ViewerMessage, ViewerSpinner } from "./viewer-states.tsx";

type FilePaneProps = {
  readonly file: ViewedFile;
  readonly zoom: number;
  /** Stands where the file cannot be shown. */
  readonly failure: ReactNode;
  /** The file itself, where it has been fetched already; otherwise it is read at its address. */
  readonly bytes?: Promise<Blob>;
  readonly onPageCount?: (count: number) => void;
};

/** A file by itself: a PDF or a picture, or a sentence for what no browser shows. */
export function FilePane({ file, zoom, failure, bytes, onPageCount }: FilePaneProps) {
  switch (previewOf(file)) {
    case "pdf":
      return (
        <PdfPages
          key={file.key}
          url={file.url}
          bytes={bytes}
          name={file.name}
          zoom={zoom}
          failure={failure}
          onPageCount={onPageCount}
        />
      );
    case "image":
      return (
        <ImagePreview key={file.key} file={file} zoom={zoom} failure={failure} bytes={bytes} />
      );
    case "external":
      return (
        <iframe
          title={file.name}
          src={file.url}
          sandbox="allow-scripts allow-same-origin"
          referrerPolicy="no-referrer"
          className="h-[70dvh] w-full bg-surface"
        />
      );
    case "none":
      return <ViewerMessage>{messages.viewer.noPreview}</ViewerMessage>;
  }
}

type ImagePreviewProps = Omit<FilePaneProps, "onPageCount">;

function ImagePreview({ file, zoom, failure, bytes }: ImagePreviewProps) {
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  const url = useObjectUrl(bytes, () => setState("failed")) ?? (bytes ? undefined : file.url);
  if (state === "failed") return failure;
  return (
    <div className="grid h-full min-h-[50dvh] place-items-center overflow-auto p-4 max-md:min-h-0">
      {state === "loading" ? <ViewerSpinner /> : null}
      <img
        src={url}
        alt={file.name}
        onLoad={() => setState("shown")}
        onError={() => setState("failed")}
        style={
          zoom === 1 ? undefined : { maxWidth: "none", maxHeight: "none", width: `${zoom * 100}%` }
        }
        className="max-h-[70dvh] max-w-full object-contain shadow-card"
      />
    </div>
  );
}

/** An address for what has been fetched, as long as it is shown. */
function useObjectUrl(bytes: Promise<Blob> | undefined, onFailed: () => void): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (bytes === undefined) return;
    let made: string | null = null;
    let isGone = false;
    void bytes.then(
      (blob) => {
        if (isGone) return;
        made = URL.createObjectURL(blob);
        setUrl(made);
      },
      () => (isGone ? undefined : onFailed()),
    );
    return () => {
      isGone = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- told once, when the file has failed
  }, [bytes]);
  return url;
}
