import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import type { Notification } from "contract/notifications";
import { messages } from "#web/messages/messages.ts";
import { NotificationLine } from "./notification-line.tsx";
import type { ShownLines } from "./use-standing-lines.ts";

const texts = messages.notifications;

type NotificationLinesProps = {
  readonly shown: ShownLines;
  /** How many there are in all, also those that are not loaded. */
  readonly unread: number;
  readonly onRead: (id: number) => void;
  readonly onClose: () => void;
};

/** One stop of the Tab key; arrows, Home and End go from line to line. */
export function NotificationLines({ shown, unread, onRead, onClose }: NotificationLinesProps) {
  const list = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const all = [...shown.unread, ...shown.earlier];
  const stop = all.some(({ id }) => id === focused) ? focused : all[0]?.id;
  const focusLine = (index: number) => {
    const lines = list.current?.querySelectorAll<HTMLElement>("[data-line]");
    lines?.[Math.min(Math.max(index, 0), lines.length - 1)]?.focus();
  };
  const read = ({ id, readAt }: Notification) => {
    if (readAt === null) onRead(id);
  };
  const hear = (event: KeyboardEvent, told: Notification) => {
    const index = all.indexOf(told);
    if (event.key === "Delete") read(told);
    else if (event.key === "ArrowDown") focusLine(index + 1);
    else if (event.key === "ArrowUp") focusLine(index - 1);
    else if (event.key === "Home") focusLine(0);
    else if (event.key === "End") focusLine(all.length - 1);
    else return;
    event.preventDefault();
  };
  const lineOf = (told: Notification) => (
    <NotificationLine
      key={told.id}
      told={told}
      isStop={told.id === stop}
      onFocus={() => setFocused(told.id)}
      onKeyDown={(event) => hear(event, told)}
      onRead={() => {
        // Its button goes.
        focusLine(all.indexOf(told));
        read(told);
      }}
      onOpen={() => {
        read(told);
        onClose();
      }}
    />
  );
  return (
    <div ref={list}>
      {shown.unread.length === 0 ? null : (
        <Group title={texts.unread} count={unread}>
          {shown.unread.map(lineOf)}
        </Group>
      )}
      {shown.earlier.length === 0 ? null : (
        <Group title={texts.earlier}>{shown.earlier.map(lineOf)}</Group>
      )}
    </div>
  );
}

type GroupProps = {
  readonly title: string;
  readonly count?: number;
  readonly children: ReactNode;
};

function Group({ title, count = 0, children }: GroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="flex justify-between px-4 pt-2.5 pb-0.75 text-2xs font-medium text-muted max-md:pt-4 max-md:pb-1 max-md:text-xs">
        <h3 id={id}>{title}</h3>
        {count > 0 ? (
          <span aria-hidden className="tabular md:hidden">
            {count}
          </span>
        ) : null}
      </div>
      <ul>{children}</ul>
    </section>
  );
}
