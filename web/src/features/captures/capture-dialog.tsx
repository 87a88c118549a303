import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import { useEffect, useReducer, useRef, useState } from "react";
import { capturesMessages as texts } from "#web/messages/captures.ts";
import { messages } from "#web/messages/messages.ts";
import { useBackCloses } from "#web/ui/back-closes.ts";
import { formatFileSize } from "#web/ui/file-size.ts";
import { Icon } from "#web/ui/icon.tsx";
import { mayDiscard, unsavedInWindow, useHold } from "#web/ui/unsaved.ts";
import { useFocusReturn } from "#web/ui/use-focus-return.ts";
import { CameraStage } from "./camera-stage.tsx";
import { sendLater, type Wish } from "./captures-store.ts";
import { readPictures } from "./chosen-files.ts";
import { documentOf, fetchPdfMaker, TooLargeTogether } from "./document-of-pages.ts";
import { PageStage } from "./page-stage.tsx";
import { PageStrip } from "./page-strip.tsx";
import {
  changePages,
  isFull,
  MOST_PAGES,
  noPages,
  type PageChange,
  type Picture,
} from "./pages.ts";

type CaptureDialogProps = { readonly wish: Wish; readonly onClose: () => void };

/** The whole screen: the camera, then its pictures as the pages of one document (notifications.md 10). */
export function CaptureDialog({ wish, onClose }: CaptureDialogProps) {
  const { target } = wish;
  const [pages, change] = useReducer(changePages, wish.pictures, pagesOf);
  const [isShooting, setIsShooting] = useState(wish.pictures.length === 0);
  const [isPreparing, setIsPreparing] = useState(false);
  const [problem, setProblem] = useState<string | null>(
    wish.pictures.length > MOST_PAGES ? texts.pages.most(MOST_PAGES) : null,
  );
  const { rememberOpener, returnFocus } = useFocusReturn();
  const page = pages.list[pages.at];
  const looksAtPage = !isShooting && page !== undefined;
  useHold(unsavedInWindow, pages.list.length > 0);
  useGivenBack(pages.list);
  useEffect(() => {
    if (pages.list.length > 1) fetchPdfMaker();
  }, [pages.list.length]);

  const close = () => {
    if (pages.list.length === 0) return onClose();
    void mayDiscard().then((isGivenUp) => (isGivenUp ? onClose() : undefined));
  };
  useBackCloses(true, close);

  const put = (next: PageChange) => {
    setProblem(null);
    change(next);
  };
  const takeMore = (kind: "retake" | "add") => {
    if (kind === "add" && isFull({ ...pages, retaken: null }))
      return setProblem(texts.pages.most(MOST_PAGES));
    put({ kind });
    setIsShooting(true);
  };
  const taken = async (files: readonly File[]) => {
    const { pictures, unreadable } = await readPictures(files);
    for (const picture of pictures) put({ kind: "taken", picture });
    if (unreadable[0]) setProblem(texts.pages.unreadable(unreadable[0].name));
    if (pictures.length > 0) setIsShooting(false);
  };
  const upload = async () => {
    setIsPreparing(true);
    setProblem(null);
    try {
      sendLater(target, await documentOf(pages.list, target.label));
      onClose();
    } catch (error) {
      setProblem(sentenceOf(error));
      setIsPreparing(false);
    }
  };

  return (
    <Dialog.Root open onOpenChange={close}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={rememberOpener}
          onCloseAutoFocus={returnFocus}
          onInteractOutside={(event) => event.preventDefault()}
          className="captures fixed inset-0 z-50 flex flex-col outline-none"
        >
          <header className="flex items-center gap-3 p-4">
            <Dialog.Title className="min-w-0 flex-1 truncate text-md font-semibold" dir="auto">
              {target.label}
            </Dialog.Title>
            <Dialog.Close aria-label={messages.ui.close} className="captures-small">
              <Icon of={X} size={22} />
            </Dialog.Close>
          </header>
          {looksAtPage ? (
            <PageStage
              page={page}
              name={texts.pages.page(pages.at + 1, pages.list.length)}
              problem={problem}
              isPreparing={isPreparing}
              onTurn={() => put({ kind: "turn" })}
              onTakeMore={takeMore}
              onUpload={() => void upload()}
              onPhoto={(file) => {
                put({ kind: "retake" });
                void taken([file]);
              }}
            />
          ) : (
            <CameraStage problem={problem} onPhoto={(file) => taken([file])} />
          )}
          <PageStrip
            pages={pages}
            isChosen={looksAtPage}
            isBusy={isPreparing}
            onChange={(next) => {
              put(next);
              setIsShooting(next.kind === "remove" && pages.list.length === 1);
            }}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function pagesOf(pictures: readonly Picture[]) {
  return pictures.reduce(
    (pages, picture) => changePages(pages, { kind: "taken", picture }),
    noPages,
  );
}

function sentenceOf(error: unknown): string {
  if (error instanceof TooLargeTogether) return texts.pages.tooLarge(formatFileSize(error.bytes));
  return texts.pages.failed;
}

/** The browser keeps what an address was made for until it is told that nobody looks any more. */
function useGivenBack(pictures: readonly Picture[]): void {
  const shown = useRef(new Set<string>());
  useEffect(() => {
    for (const { url } of pictures) shown.current.add(url);
  }, [pictures]);
  useEffect(() => {
    const all = shown.current;
    return () => {
      for (const url of all) URL.revokeObjectURL(url);
    };
  }, []);
}
