import { useMutation, useQuery } from "@tanstack/react-query";
import { type DemoPerson, demoApi } from "contract/demo";
import { roleLabels } from "contract/session";
import { call, read } from "#web/api/client.ts";
import { deviceHash } from "#web/api/device-hash.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { demoMessages as texts } from "#web/messages/demo.ts";
import { Notice } from "#web/ui/states.tsx";
import type { PendingSignIn } from "./verification-form.tsx";

type DemoPeopleProps = {
  readonly onCodeNeeded: (pending: PendingSignIn) => void;
  readonly onSignedIn: () => Promise<void>;
};

/** The made-up people by role, in the demonstration alone; a click signs in (W-RUN-010). */
export function DemoPeople({ onCodeNeeded, onSignedIn }: DemoPeopleProps) {
  const { data, isError } = useQuery(read(demoApi.list));
  const signIn = useMutation({
    mutationFn: ({ key }: DemoPerson) =>
      call(demoApi.signIn, { body: { key }, headers: { "X-Device-Hash": deviceHash() } }),
    onSuccess: async ({ requiresOtp, code = "", email, deviceName }) =>
      requiresOtp
        ? onCodeNeeded({ email, deviceName, demo: { code, sentence: texts.code(code) } })
        : onSignedIn(),
    onError: failureToast(texts.failed, texts.failed),
  });
  if (isError) return <Notice className="mt-6">{texts.loadingFailed}</Notice>;
  if (data === undefined) return null;
  return (
    <section aria-labelledby="demo-people" className="mt-6 border-t border-line pt-6">
      <h2 id="demo-people" className="text-sm font-semibold">
        {texts.title}
      </h2>
      <p className="text-sm text-muted">{texts.text}</p>
      <ul className="mt-3 grid grid-cols-2 gap-2">
        {data.people.map((person) => (
          <li key={person.key} className="min-w-0">
            <button
              type="button"
              disabled={signIn.isPending}
              onClick={() => signIn.mutate(person)}
              className="w-full rounded-md border border-line-strong bg-surface px-3 py-2 text-start hover:bg-sunken disabled:opacity-55"
            >
              <span className="block truncate text-sm font-medium">{person.name}</span>
              <span className="block text-xs text-muted">{roleLabels[person.role]}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
