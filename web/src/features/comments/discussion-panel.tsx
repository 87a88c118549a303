import { type ReactNode, useRef, useState } from "react";
import type { Comment } from "contract/comments";
import { messages } from "#web/messages/messages.ts";
import { SidePanel } from "#web/ui/side-panel.tsx";
import { titleDirection } from "#web/ui/title-direction.ts";
import { type DiscussedCase, showsNewest } from "./conversation.queries.ts";
import { Conversation } from "./conversation.tsx";
import { MessageBox } from "./message-box.tsx";

const texts = messages.comments;

type DiscussionPanelProps = {
  readonly caseFile: DiscussedCase;
  /** Under the title: badges of the case. */
  readonly meta?: ReactNode;
  /** At the end of that line. */
  readonly actions?: ReactNode;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** The message a link points at; the discussion opens there. */
  readonly message?: number | null;
  /** The reader has gone on from that message to the newest. */
  readonly onMessageLeft?: () => void;
};

/** The conversation of a case at the side of the screen, on phones the whole screen. */
export function DiscussionPanel({ open, ...props }: DiscussionPanelProps) {
  return open ? <OpenPanel {...props} /> : null;
}

function OpenPanel({
  caseFile,
  meta,
  actions,
  onOpenChange,
  message = null,
  onMessageLeft,
}: Omit<DiscussionPanelProps, "open">) {
  const [answered, setAnswered] = useState<Comment | null>(null);
  // Each time somebody goes to the newest messages they are shown from the beginning.
  const [visit, setVisit] = useState(0);
  const box = useRef<HTMLTextAreaElement>(null);
  const goToNewest = () => {
    if (message === null) setVisit(visit + 1);
    else onMessageLeft?.();
  };
  return (
    <SidePanel
      open
      onOpenChange={onOpenChange}
      ownScroll
      initialFocus={box}
      title={
        <>
          <span className="sr-only">{texts.title}: </span>
          <span dir={titleDirection(caseFile.title)}>{caseFile.title}</span>
        </>
      }
      meta={
        <>
          {meta}
          <span className="tabular">{caseFile.caseId}</span>
          {actions === undefined ? null : <span className="ms-auto">{actions}</span>}
        </>
      }
      footer={
        <MessageBox
          caseFile={caseFile}
          answered={answered}
          onAnsweredChange={setAnswered}
          onSend={() => {
            if (answered === null && !showsNewest(caseFile, message)) goToNewest();
          }}
          box={box}
        />
      }
    >
      <Conversation
        key={`${message} ${visit}`}
        caseFile={caseFile}
        message={message}
        onAnswer={setAnswered}
        onNewest={goToNewest}
      />
    </SidePanel>
  );
}
