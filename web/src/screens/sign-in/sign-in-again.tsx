import { Dialog } from "radix-ui";
import { useRef } from "react";
import { lastUser } from "#web/api/current-user.ts";
import { queryClient } from "#web/api/query.ts";
import { messages } from "#web/messages/messages.ts";
import { unsavedInWindow } from "#web/ui/unsaved.ts";
import { SignInScreen } from "./sign-in-screen.tsx";

const text = messages.shell.sessionEnded;

/** The session ended while somebody was working (D-107): the sign-in screen covers the page, which keeps what was typed (D-099). */
export function SignInAgain() {
  const before = lastUser();
  const content = useRef<HTMLDivElement>(null);
  const resume = (user: { readonly id: number }) => {
    // Somebody else must not see what the one before had open.
    if (user.id === before?.id) return void queryClient.invalidateQueries();
    unsavedInWindow.giveUp();
    location.assign("/");
  };
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Content
          ref={content}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            content.current?.querySelector("input")?.focus();
          }}
          onEscapeKeyDown={(event) => event.preventDefault()}
          onPointerDownOutside={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
          className="fixed inset-0 z-90 overflow-y-auto bg-surface outline-none safe-x"
        >
          <Dialog.Title className="sr-only">{text.title}</Dialog.Title>
          <SignInScreen notice={text.text} onResumed={resume} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
