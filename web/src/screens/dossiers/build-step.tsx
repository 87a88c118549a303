import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { dossierMessages as sentences, partSizes } from "contract/dossier-parts";
import { useBuildDossier, useDossiers } from "#web/features/dossiers/dossiers.queries.ts";
import { dossierMessages } from "#web/messages/dossiers.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { formatFileSize } from "#web/ui/file-size.ts";
import { Select } from "#web/ui/select.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { type DossierDraft, entriesIn, isAnythingLeftOut } from "./use-dossier-draft.ts";

const texts = dossierMessages.steps;
const SHORTEST_REASON = 10;

type BuildStepProps = {
  readonly caseFile: { readonly id: number; readonly caseId: string };
  readonly draft: DossierDraft;
};

/** Pages, size, parts, and why something is left out. */
export function BuildStep({ caseFile, draft }: BuildStepProps) {
  const { words, setWords, plan, leftOut } = draft;
  const build = useBuildDossier(caseFile.id);
  const navigate = useNavigate();
  const form = useSubmitKey();
  const needsReason = isAnythingLeftOut(draft);
  const isShort = needsReason && words.reason.trim().length < SHORTEST_REASON;
  const entries = entriesIn(plan.data, leftOut);
  const pages = entries.reduce((sum, entry) => sum + (entry.pages ?? 0), 0);
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  const submit = () =>
    build.mutate(draft.input(), {
      onSuccess: () =>
        void navigate({
          to: "/case/$caseId/dossiers",
          params: { caseId: caseFile.caseId },
        }),
    });
  return (
    <form
      ref={form}
      aria-labelledby="dossier-build"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isShort && entries.length > 0 && !build.isPending) submit();
      }}
    >
      <h2 id="dossier-build" className="text-md font-semibold">
        {texts.build}
      </h2>
      <p className="text-sm">
        {texts.figures(entries.length, pages)} · {formatFileSize(bytes)}
      </p>
      <Field label={texts.partSize}>
        <Select
          value={String(words.partMegabytes)}
          onValueChange={(size) =>
            setWords({ partMegabytes: partSizes.find((each) => String(each) === size) ?? 0 })
          }
          options={partSizes.map((size) => ({
            value: String(size),
            label: size === 0 ? texts.oneFile : texts.megabytes(size),
          }))}
        />
      </Field>
      <NewSince caseCode={caseFile.caseId} draft={draft} />
      {needsReason ? (
        <>
          <Field
            label={texts.reason}
            required
            error={words.reason !== "" && isShort ? sentences.whyLeftOut : undefined}
          >
            <Textarea
              value={words.reason}
              maxLength={500}
              onChange={(event) => setWords({ reason: event.target.value })}
            />
          </Field>
          <Checkbox checked={words.toFollow} onCheckedChange={(toFollow) => setWords({ toFollow })}>
            {texts.toFollow}
          </Checkbox>
        </>
      ) : null}
      <Button
        type="submit"
        className="self-end"
        pending={build.isPending}
        disabled={isShort || entries.length === 0}
      >
        {dossierMessages.build}
      </Button>
    </form>
  );
}

/** Ctrl and Enter build, wherever the focus is. */
function useSubmitKey() {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const submit = (event: KeyboardEvent) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
    };
    document.addEventListener("keydown", submit);
    return () => document.removeEventListener("keydown", submit);
  }, []);
  return form;
}

/** An answer tells what is new since what was handed in before. */
function NewSince({
  caseCode,
  draft: { words, setWords },
}: {
  readonly caseCode: string;
  readonly draft: DossierDraft;
}) {
  const earlier = (useDossiers(caseCode).data ?? []).filter(({ state }) => state === "built");
  if (earlier.length === 0) return null;
  return (
    <Field label={texts.newSince}>
      <Select
        value={String(words.newSince ?? 0)}
        onValueChange={(id) => setWords({ newSince: Number(id) || null })}
        options={[
          { value: "0", label: texts.nothing },
          ...earlier.map(({ id, number, title }) => ({
            value: String(id),
            label: `${dossierMessages.named(number)}: ${title}`,
          })),
        ]}
      />
    </Field>
  );
}
