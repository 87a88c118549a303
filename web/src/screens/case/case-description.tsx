import { useState } from "react";
import { caseStatusTexts } from "contract/case-status";
import type { CaseFile } from "contract/cases";
import { messages } from "#web/messages/messages.ts";
import { cutText } from "#web/ui/cut-text.ts";
import { useIsPrinting } from "#web/ui/use-is-printing.ts";

const texts = messages.caseScreen;
const CUT_AFTER = 120;

/** The case's own text, else what its status means; a citizen's case has none (C:55, D-037). */
export function CaseDescription({ caseFile }: { readonly caseFile: CaseFile }) {
  const [isOpen, setIsOpen] = useState(false);
  const isPrinting = useIsPrinting();
  const text = caseFile.description?.trim() || caseStatusTexts[caseFile.status].description;
  if (!text) return null;
  const beginning = cutText(text, CUT_AFTER);
  const isLong = beginning !== text;
  return (
    <p className="mb-4 max-w-176 text-base text-muted" dir="auto">
      {isOpen || isPrinting ? text : beginning}
      {isLong ? (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="relative ms-1.5 reach rounded-sm font-medium text-accent hover:underline"
        >
          {isOpen ? texts.showLess : texts.readMore}
        </button>
      ) : null}
    </p>
  );
}
