import { Dialog as Primitive } from "radix-ui";
import { useEffect, useEffectEvent, useState } from "react";
import { PROCESSING_SECONDS } from "contract/invoices";
import { messages } from "#web/messages/messages.ts";
import { SpinnerRing } from "#web/ui/spinner.tsx";

const texts = messages.invoices.processing;

/** The automation gets eight seconds to deliver its file; the countdown always runs to its end (I:55, D-012). */
export function ProcessingOverlay({ onDone }: { readonly onDone: () => void }) {
  const [remaining, setRemaining] = useState(PROCESSING_SECONDS);
  const finish = useEffectEvent(onDone);
  useEffect(() => {
    const end = Date.now() + PROCESSING_SECONDS * 1000;
    const timer = setInterval(() => {
      const left = Math.ceil((end - Date.now()) / 1000);
      setRemaining(Math.max(0, left));
      if (left > 0) return;
      clearInterval(timer);
      finish();
    }, 250);
    return () => clearInterval(timer);
  }, []);
  return (
    <Primitive.Root open>
      <Primitive.Portal>
        <Primitive.Content
          onEscapeKeyDown={(event) => event.preventDefault()}
          className="fixed inset-0 z-50 grid place-items-center bg-canvas/95 px-6 text-center outline-none"
        >
          <div>
            <SpinnerRing className="mx-auto mb-5 size-8 text-accent" />
            <Primitive.Title className="text-lg font-semibold">{texts.title}</Primitive.Title>
            <Primitive.Description className="mt-1 text-base text-muted">
              {texts.text}
            </Primitive.Description>
            <p role="timer" className="mt-4 text-sm text-muted tabular">
              {texts.remaining(remaining)}
            </p>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
