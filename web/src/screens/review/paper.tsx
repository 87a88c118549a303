import {
  ChevronLeft,
  ChevronRight,
  Columns2,
  Download,
  ExternalLink,
  ZoomIn,
  ZoomOut,
} from "lucide-react";
import { type Ref, useImperativeHandle, useRef, useState } from "react";
import { documentsApi } from "contract/documents";
import type { QueueRow } from "contract/reviews";
import { samplesApi } from "contract/samples";
import { openInNewTab } from "#web/api/download.ts";
import { urlOf } from "#web/api/request.ts";
import { addressOf, saveDocument } from "#web/features/documents/document-actions.tsx";
import { useSamples } from "#web/features/samples/samples.queries.ts";
import { reviewMessages as texts } from "#web/messages/review.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { FileIcon } from "#web/ui/file-icon.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PlainIconButton } from "#web/ui/plain-icon-button.tsx";
import { FilePane } from "#web/viewer/file-pane.tsx";
import { previewOf } from "#web/viewer/viewed-file.ts";

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

export type PaperHandle = { readonly zoomIn: () => void; readonly zoomOut: () => void };

type PaperProps = {
  readonly row: QueueRow;
  readonly bytes: Promise<Blob> | undefined;
  readonly hasSample: boolean;
  readonly handle: Ref<PaperHandle>;
};

/** The document, its pages and how large they are; beside it the sample, if somebody wants it. */
export function Paper({ row, bytes, hasSample, handle }: PaperProps) {
  const { document } = row;
  const [zoom, setZoom] = useState(1);
  const [pages, setPages] = useState(1);
  const [page, setPage] = useState(1);
  const scroller = useRef<HTMLDivElement>(null);
  const step = (by: number) =>
    setZoom((now) => zooms[Math.min(zooms.length - 1, Math.max(0, zooms.indexOf(now) + by))] ?? 1);
  useImperativeHandle(handle, () => ({ zoomIn: () => step(1), zoomOut: () => step(-1) }), []);
  const file = {
    key: document.id,
    name: document.originalName,
    mimeType: document.mimeType,
    url: addressOf(document),
  };
  const isShown = previewOf(file) !== "none";
  const goTo = (wanted: number) => {
    const target = scroller.current?.querySelectorAll("canvas")[wanted - 1];
    target?.scrollIntoView({ block: "start" });
    setPage(wanted);
  };
  return (
    <div className="flex h-full min-w-0">
      <div className="relative h-full min-w-0 flex-1">
        <div
          ref={scroller}
          className="h-full overflow-auto"
          // The pages scroll in a box of their own, and scrolling does not bubble.
          onScrollCapture={(event) => setPage(pageInSight(event.currentTarget))}
        >
          {isShown ? (
            <FilePane
              file={file}
              bytes={bytes}
              zoom={zoom}
              onPageCount={setPages}
              failure={<NotShown text={texts.notShown} document={document} />}
            />
          ) : (
            <NotShown text={texts.wordFile} document={document} />
          )}
        </div>
        {isShown ? (
          <div className="absolute inset-x-0 bottom-4 mx-auto flex h-11 w-fit items-center gap-0.5 rounded-lg border border-line bg-raised px-1.5 shadow-overlay max-md:bottom-2">
            {pages > 1 ? (
              <>
                <PlainIconButton
                  size="sm"
                  icon={ChevronLeft}
                  label={texts.previousPage}
                  disabled={page <= 1}
                  onClick={() => goTo(page - 1)}
                />
                <span className="px-1 text-sm font-medium whitespace-nowrap tabular">
                  {texts.page(page, pages)}
                </span>
                <PlainIconButton
                  size="sm"
                  icon={ChevronRight}
                  label={texts.nextPage}
                  disabled={page >= pages}
                  onClick={() => goTo(page + 1)}
                />
                <span className="mx-1.5 h-5 w-px bg-line" />
              </>
            ) : null}
            <PlainIconButton
              size="sm"
              icon={ZoomOut}
              label={texts.zoomOut}
              disabled={zoom === zooms[0]}
              onClick={() => step(-1)}
            />
            <span className="min-w-12 text-center text-sm font-medium tabular">
              {Math.round(zoom * 100)} %
            </span>
            <PlainIconButton
              size="sm"
              icon={ZoomIn}
              label={texts.zoomIn}
              disabled={zoom === zooms.at(-1)}
              onClick={() => step(1)}
            />
            <span className="mx-1.5 h-5 w-px bg-line" />
            <PlainIconButton
              size="sm"
              icon={ExternalLink}
              label={texts.openInNewTab}
              onClick={() =>
                openInNewTab(urlOf(documentsApi.view, { params: { id: document.id } }))
              }
            />
          </div>
        ) : null}
      </div>
      {hasSample && row.sampleId !== null ? <SamplePane id={row.sampleId} /> : null}
    </div>
  );
}

type NotShownProps = { readonly text: string; readonly document: QueueRow["document"] };

function NotShown({ text, document }: NotShownProps) {
  return (
    <div className="grid h-full min-h-60 place-items-center p-6">
      <div className="flex h-105 max-h-full w-80 max-w-full flex-col items-center justify-center gap-4 rounded-sm bg-surface p-6 text-center shadow-card">
        <FileIcon name={document.originalName} className="size-10" />
        <p className="text-sm text-muted">{text}</p>
        <Button
          variant="secondary"
          icon={<Icon of={Download} />}
          onClick={() => saveDocument(document)}
        >
          {texts.download}
        </Button>
      </div>
    </div>
  );
}

/** How it should look like. */
function SamplePane({ id }: { readonly id: number }) {
  const { data: samples = [] } = useSamples();
  const sample = samples.find((each) => each.id === id);
  if (sample === undefined) return null;
  return (
    <div className="relative h-full min-w-0 flex-1 overflow-auto border-s border-line max-md:absolute max-md:inset-0 max-md:bg-sunken">
      <span className="absolute start-3 top-3 z-1 inline-flex items-center gap-1.5 rounded-full bg-brass px-2 text-2xs font-semibold text-on-brass">
        <Icon of={Columns2} size={12} />
        {texts.sample}
      </span>
      <FilePane
        zoom={1}
        failure={<p className={classes("p-6 text-sm text-muted")}>{texts.notShown}</p>}
        file={{
          key: `sample-${id}`,
          name: sample.originalName,
          mimeType: sample.mimeType,
          url: urlOf(samplesApi.view, { params: { idOrName: id } }),
        }}
      />
    </div>
  );
}

function pageInSight(scroller: HTMLElement): number {
  const middle = scroller.getBoundingClientRect().top + scroller.clientHeight / 3;
  const pages = [...scroller.querySelectorAll("canvas")];
  const passed = pages.filter((page) => page.getBoundingClientRect().top <= middle).length;
  return Math.max(1, passed);
}
