import { useMutation, useQuery } from "@tanstack/react-query";
import type { BodyInput } from "contract/endpoint";
import { type MailChoices, mailChoicesApi } from "contract/mail-choices";
import { call, read } from "#web/api/client.ts";
import { queryClient } from "#web/api/query.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { mailChoiceMessages } from "#web/messages/mail-choices.ts";
import { toast } from "#web/ui/toast-store.ts";

const texts = mailChoiceMessages;
const choicesQuery = read(mailChoicesApi.get);
const changeKey = [mailChoicesApi.update.path, "change"];

type Change = BodyInput<typeof mailChoicesApi.update>;

export function useMailChoices() {
  return useQuery(choicesQuery);
}

/** Chosen at once; when it cannot be saved, the old choice is back. Several changes are saved one after the other. */
export function useChangeMailChoices() {
  return useMutation({
    mutationKey: changeKey,
    scope: { id: "mail choices" },
    mutationFn: (body: Change) => call(mailChoicesApi.update, { body }),
    onMutate: async (body) => {
      // An answer that was asked for before would show the old choice once more.
      await queryClient.cancelQueries({ queryKey: choicesQuery.queryKey });
      const known = queryClient.getQueryData<MailChoices>(choicesQuery.queryKey);
      put(body);
      return known;
    },
    onSuccess: (saved) => {
      toast({ title: texts.done, description: texts.doneText });
      // What is still on its way has been chosen since.
      if (queryClient.isMutating({ mutationKey: changeKey }) === 1)
        queryClient.setQueryData(choicesQuery.queryKey, saved);
    },
    onError: (error, body, known) => {
      if (known !== undefined) put(undoing(body, known));
      failureToast(texts.errorTitle, texts.saveFailed)(error);
    },
  });
}

function put({ mail = {}, mailsOn, remindersOn }: Change): void {
  queryClient.setQueryData<MailChoices>(
    choicesQuery.queryKey,
    (known) =>
      known && {
        ...known,
        kinds: known.kinds.map((each) => ({ ...each, mail: mail[each.kind] ?? each.mail })),
        mailsOn: mailsOn ?? known.mailsOn,
        remindersOn: remindersOn ?? known.remindersOn,
      },
  );
}

/** Nothing but what was to be changed goes back. */
function undoing({ mail = {}, mailsOn, remindersOn }: Change, known: MailChoices): Change {
  const kinds = known.kinds.filter(({ kind }) => kind in mail);
  return {
    mail: Object.fromEntries(kinds.map((each) => [each.kind, each.mail])),
    mailsOn: mailsOn === undefined ? undefined : known.mailsOn,
    remindersOn: remindersOn === undefined ? undefined : (known.remindersOn ?? undefined),
  };
}
