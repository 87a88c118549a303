import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { CaseFile } from "contract/cases";
import type { Checklist, ChecklistItem } from "contract/checklist";
import { samplesApi } from "contract/samples";
import { urlOf } from "#web/api/request.ts";
import { useCaptures } from "#web/features/captures/use-captures.ts";
import {
  isNeededFromClient,
  type ListedPerson,
} from "#web/features/checklist/checklist-sections.ts";
import { useDecideItem } from "#web/features/checklist/checklist.queries.ts";
import { labelOf } from "#web/features/checklist/item-facts.ts";
import { useSamples } from "#web/features/samples/samples.queries.ts";
import { checklistMessages as texts } from "#web/messages/checklist.ts";
import { useTouch } from "#web/ui/use-media.ts";
import { FileViewer } from "#web/viewer/file-viewer.tsx";
import type { OpenDialog } from "./checklist-dialogs.tsx";
import { elementIdOf, type ItemPlace, uploadOf } from "./item-actions.ts";

type Around = {
  readonly checklist: Checklist;
  readonly caseFile: CaseFile;
  readonly people: readonly ListedPerson[];
  readonly onView: (documentId: number) => void;
};

/** What the lines of the checklist share: who reads it, which dialog is open, and where the focus goes afterwards. */
export function useChecklistPlace({ checklist, caseFile, people, onView }: Around) {
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [sampleOf, setSampleOf] = useState<number | null>(null);
  const { mutate: decide } = useDecideItem(caseFile);
  const { takePhoto } = useCaptures();
  const touched = useTouchedItem(checklist);
  const marked = useMarkedItem(checklist);
  const isStaff = checklist.can.decide;
  const isTouch = useTouch();
  const { today } = checklist;
  const first = isStaff ? null : (checklist.items.find(isNeededFromClient)?.key ?? null);

  const place = useMemo<ItemPlace>(
    () => ({
      caseCode: caseFile.caseId,
      today,
      isStaff,
      isTouch,
      people,
      first,
      marked,
      onView,
      onOpen: (wanted) => {
        touched.hold(wanted.item);
        setDialog(wanted);
      },
      onPhoto: (item, replaces) => {
        touched.hold(item);
        takePhoto({
          caseId: caseFile.caseId,
          label: labelOf(item),
          upload: uploadOf({ item, replaces, people }),
        });
      },
      onDecide: (item, verdict) => {
        touched.hold(item);
        const told = verdict === "does_not_apply" ? texts.toasts.notNeeded : texts.toasts.needed;
        decide({ item, decision: { verdict }, told });
      },
      onSample: ({ sampleId }) => setSampleOf(sampleId),
    }),
    [
      caseFile.caseId,
      today,
      isStaff,
      isTouch,
      people,
      first,
      marked,
      onView,
      decide,
      takePhoto,
      touched,
    ],
  );
  return {
    place,
    dialog,
    openDialog: setDialog,
    closeDialog: () => {
      setDialog(null);
      touched.returnFocus();
    },
    announced: useAnnouncement(checklist),
    sample: sampleOf === null ? null : <Sample id={sampleOf} onClose={() => setSampleOf(null)} />,
  };
}

/** When a dialog may have gone: at once, or as late as a busy machine lets it. */
const FADING_MS = [0, 100, 300, 600];

/**
 * The item that something was done with keeps the focus; when it has left the list its section has it, so that the
 * keyboard goes on from there.
 */
function useTouchedItem(checklist: Checklist) {
  const held = useRef<{ key: string; section: string | null } | null>(null);
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  useEffect(() => () => timers.current.forEach((timer) => clearTimeout(timer)), []);
  const returnFocus = useEffectEvent(() => {
    if (held.current === null || document.activeElement !== document.body) return;
    const { key, section } = held.current;
    const item = document.getElementById(elementIdOf(key));
    const heading = section === null ? null : document.getElementById(`${section}-title`);
    (item ?? heading)?.focus({ preventScroll: true });
  });
  useEffect(() => {
    returnFocus();
  }, [checklist]);
  return useMemo(
    () => ({
      hold: ({ key }: ChecklistItem) => {
        const section = document.getElementById(elementIdOf(key))?.closest("section")?.id ?? null;
        held.current = { key, section };
      },
      /** After the dialog has gone, which fades, and with it the button that had the focus. */
      returnFocus: () => {
        timers.current = FADING_MS.map((ms) => setTimeout(() => focusHeld(held.current), ms));
      },
    }),
    [],
  );
}

function focusHeld(held: { key: string; section: string | null } | null): void {
  if (held === null || document.activeElement !== document.body) return;
  document.getElementById(elementIdOf(held.key))?.focus({ preventScroll: true });
}

/** Named behind the '#' of the address: scrolled to, and shown for a moment. */
function useMarkedItem(checklist: Checklist): string | null {
  const [key] = useState(() => decodeURIComponent(window.location.hash.slice(1)));
  const isKnown = checklist.items.some((item) => item.key === key);
  useEffect(() => {
    if (isKnown) document.getElementById(elementIdOf(key))?.scrollIntoView({ block: "center" });
  }, [key, isKnown]);
  return isKnown ? key : null;
}

/** Says politely that somebody else has changed the checklist; what one does oneself a toast has said. */
function useAnnouncement(checklist: Checklist): string {
  const [seen, setSeen] = useState({ checklist, count: 0 });
  if (seen.checklist !== checklist) setSeen({ checklist, count: seen.count + 1 });
  // Another text each time, so that it is read again.
  return seen.count === 0 ? "" : `${texts.updated}${"\u00a0".repeat(seen.count % 2)}`;
}

function Sample({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const { data: samples = [] } = useSamples();
  const found = samples.find((sample) => sample.id === id);
  if (found === undefined) return null;
  return (
    <FileViewer
      files={[
        {
          key: id,
          name: found.originalName,
          mimeType: found.mimeType,
          url: urlOf(samplesApi.view, { params: { idOrName: id } }),
          downloadUrl: urlOf(samplesApi.download, { params: { idOrName: id } }),
        },
      ]}
      current={id}
      onCurrentChange={onClose}
    />
  );
}
