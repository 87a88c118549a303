import { useId, useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import type { Program } from "contract/case-parts";
import { askedCategories } from "contract/checklist-parts";
import {
  type PreviewRuleInput,
  type Rule,
  RuleInput,
  type RulePreview,
  UpdateRuleInput,
} from "contract/rules";
import { ApiError } from "#web/api/api-error.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { programMessages } from "#web/messages/programs.ts";
import { Button } from "#web/ui/button.tsx";
import { usePreview } from "#web/ui/preview-before-save.ts";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { SidePanel } from "#web/ui/side-panel.tsx";
import { useUnsaved } from "#web/ui/unsaved.ts";
import { PreviewNote } from "./preview-note.tsx";
import { RetireDialog } from "./retire-dialog.tsx";
import { RuleFields } from "./rule-fields.tsx";
import { changesOf, emptyForm, formOf, inputOf, type RuleForm } from "./rule-form.ts";
import { RuleHistory } from "./rule-history.tsx";
import { usePreviewRule, useSaveRule } from "./rules.queries.ts";

const texts = programMessages.panel;

type RulePanelProps = {
  readonly program: Program;
  /** Null makes a new one. */
  readonly rule: Rule | null;
  /** Types of the program that have an active rule. */
  readonly taken: readonly string[];
  readonly onClose: () => void;
};

/** Everything that a rule says; what saving would change is shown before it can be saved. */
export function RulePanel({ program, rule, taken, onClose }: RulePanelProps) {
  const [view, setView] = useState<"rule" | "history">("rule");
  const [isRetiring, setIsRetiring] = useState(false);
  const formId = useId();
  const free = askedCategories.find((category) => !taken.includes(category)) ?? "other";
  const form = useForm<RuleForm>({
    defaultValues: rule === null ? emptyForm(free) : formOf(rule),
  });
  const values = useWatch({ control: form.control }) as RuleForm;
  const body: PreviewRuleInput =
    rule === null
      ? { id: null, rule: inputOf(program, values) }
      : { id: rule.id, rule: changesOf(rule, values) };
  const { preview, keep } = usePreview<PreviewRuleInput, RulePreview>(body);
  const look = usePreviewRule();
  const save = useSaveRule();
  const isChanged = rule === null || Object.keys(changesOf(rule, values)).length > 0;
  useUnsaved(form.formState.isDirty);

  const showPreview = async () => {
    if (!tellProblems(form, body)) return;
    try {
      keep(body, await look.mutateAsync(body));
    } catch (error) {
      showFailure(form, error, programMessages.previewFailed);
    }
  };
  const store = async () => {
    try {
      if (rule === null) await save.mutateAsync({ rule, input: inputOf(program, values) });
      else await save.mutateAsync({ rule, changes: changesOf(rule, values) });
      form.reset(values);
      onClose();
    } catch (error) {
      showFailure(form, error, programMessages.saveFailed);
    }
  };

  return (
    <SidePanel
      open
      onOpenChange={onClose}
      title={rule?.label ?? texts.newTitle}
      footer={
        view === "history" ? undefined : (
          <div className="flex flex-col gap-3 border-t border-line p-4">
            {preview === null ? null : <PreviewNote preview={preview} />}
            <div className="flex flex-wrap items-center gap-2">
              {rule === null ? null : (
                <Button
                  variant="ghost"
                  className="me-auto text-danger!"
                  onClick={() => setIsRetiring(true)}
                >
                  {texts.retire}
                </Button>
              )}
              <Button
                variant="secondary"
                disabled={!isChanged}
                pending={look.isPending}
                pendingText={texts.previewing}
                onClick={() => void showPreview()}
                className="ms-auto"
              >
                {texts.preview}
              </Button>
              <Button
                disabled={preview === null || !isChanged}
                pending={save.isPending}
                pendingText={texts.saving}
                onClick={() => void store()}
              >
                {texts.save}
              </Button>
            </div>
          </div>
        )
      }
    >
      <div className="p-5">
        {rule === null ? null : (
          <SegmentedControl
            label={rule.label}
            value={view}
            onValueChange={setView}
            className="mb-5"
            segments={[
              { value: "rule", label: texts.rule },
              { value: "history", label: texts.history },
            ]}
          />
        )}
        {view === "history" && rule !== null ? (
          <RuleHistory rule={rule} />
        ) : (
          <FormProvider {...form}>
            <form
              id={formId}
              onSubmit={(event) => {
                event.preventDefault();
                void showPreview();
              }}
            >
              <RuleFields program={program} isNew={rule === null} taken={taken} />
            </form>
          </FormProvider>
        )}
      </div>
      {isRetiring && rule !== null ? (
        <RetireDialog
          rule={rule}
          onClose={() => setIsRetiring(false)}
          onRetired={() => {
            form.reset(values);
            onClose();
          }}
        />
      ) : null}
    </SidePanel>
  );
}

type Form = ReturnType<typeof useForm<RuleForm>>;

/** What the contract says of the values, at its fields; answers whether all is well. */
function tellProblems(form: Form, body: PreviewRuleInput): boolean {
  form.clearErrors();
  const schema = body.id === null ? RuleInput : UpdateRuleInput;
  const { error } = schema.safeParse(body.rule);
  for (const { path, message } of error?.issues ?? [])
    form.setError(path.join(".") as "label", { message });
  return error === undefined;
}

/** A problem of a field stands at the field; everything else is told. */
function showFailure(form: Form, error: unknown, fallback: string): void {
  const fields = error instanceof ApiError ? Object.entries(error.fields ?? {}) : [];
  for (const [name, message] of fields)
    form.setError(name.replace(/^rule\./, "") as "label", { message });
  if (fields.length === 0) failureToast(programMessages.errorTitle, fallback)(error);
}
