import type { DossierPlan } from "contract/dossier-plans";
import { type DossierKind, dossierKinds, dossierRecipes } from "contract/dossier-recipes";
import { useCurrentUser } from "#web/api/current-user.ts";
import { useDossierPlan } from "#web/features/dossiers/dossiers.queries.ts";
import { dossierMessages } from "#web/messages/dossiers.ts";
import { Button } from "#web/ui/button.tsx";
import { cardLook } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Notice } from "#web/ui/states.tsx";
import type { DossierDraft } from "./use-dossier-draft.ts";

const texts = dossierMessages.steps;
const MAX_LENGTH = 100;

type KindStepProps = {
  readonly caseId: number;
  readonly draft: DossierDraft;
  readonly onKind: (kind: DossierKind) => void;
  readonly onNext: () => void;
};

export function KindStep({ caseId, draft, onKind, onNext }: KindStepProps) {
  const { words, setWords, plan, kind } = draft;
  const user = useCurrentUser();
  const addressee = words.addressee ?? plan.data?.addressee ?? "";
  const title = words.title ?? plan.data?.title ?? "";
  return (
    <section aria-labelledby="dossier-whom">
      <h2 id="dossier-whom" className="mb-3 text-md font-semibold">
        {texts.whom}
      </h2>
      <div role="group" aria-labelledby="dossier-whom" className="grid gap-3 sm:grid-cols-2">
        {dossierKinds.map((each) => (
          <KindCard
            key={each}
            caseId={caseId}
            kind={each}
            isChosen={each === kind}
            onChoose={() => onKind(each)}
          />
        ))}
      </div>
      {kind === "citizenship" && !user.isAdmin ? (
        <Notice className="mt-3">{texts.clearance}</Notice>
      ) : null}
      <div className="mt-5 flex flex-col gap-4">
        <Field label={texts.addressee} required>
          <Input
            value={addressee}
            maxLength={MAX_LENGTH}
            onChange={(event) => setWords({ addressee: event.target.value })}
          />
        </Field>
        <Field label={texts.title} required>
          <Input
            value={title}
            maxLength={MAX_LENGTH}
            onChange={(event) => setWords({ title: event.target.value })}
          />
        </Field>
        <Button className="self-end" disabled={!addressee || !title} onClick={onNext}>
          {texts.next}
        </Button>
      </div>
    </section>
  );
}

type KindCardProps = {
  readonly caseId: number;
  readonly kind: DossierKind;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
};

function KindCard({ caseId, kind, isChosen, onChoose }: KindCardProps) {
  const user = useCurrentUser();
  const isClosed = dossierRecipes[kind].builtBy === "admins" && !user.isAdmin;
  const plan = useDossierPlan({ caseId, kind, documents: [] }, !isClosed);
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      disabled={isClosed}
      onClick={onChoose}
      className={`${cardLook} p-4 text-start hover:border-field disabled:opacity-60 ${isChosen ? "outline-2 -outline-offset-2 outline-accent" : ""}`}
    >
      <span className="block font-medium">
        {plan.data?.title ?? dossierRecipes[kind].labels.vanuatu}
      </span>
      <span className="text-sm text-muted">
        {isClosed ? texts.byAdmins : null}
        {plan.data && kind !== "answer" ? stateOf(plan.data) : null}
      </span>
    </button>
  );
}

/** What is asked for at a later status is not missing, and yet nothing is ready without it. */
function stateOf({ missing, later }: DossierPlan): string {
  if (missing.length > 0) return texts.missing(missing.length);
  return later > 0 ? texts.later(later) : texts.ready;
}
