import { ListChecks, Plus } from "lucide-react";
import { useState } from "react";
import { type Program, programLabels, programs } from "contract/case-parts";
import { documentCategories, documentGroupOf } from "contract/document-categories";
import type { Rule } from "contract/rules";
import { useCurrentUser } from "#web/api/current-user.ts";
import { programMessages as texts } from "#web/messages/programs.ts";
import { AccessDenied } from "#web/shell/access-denied.tsx";
import { Button } from "#web/ui/button.tsx";
import { cardLook } from "#web/ui/card.tsx";
import { CollapsibleGroup } from "#web/ui/collapsible.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Page, PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonRows, SkeletonScreen } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { TabPanel, Tabs } from "#web/ui/tabs.tsx";
import { useAddressChoice } from "#web/ui/use-address.ts";
import { RulePanel } from "./rule-panel.tsx";
import { RuleTable } from "./rule-table.tsx";
import { useRestoreRule, useRules } from "./rules.queries.ts";

const sections = ["stage1", "stage2", "forms", "vanuatu"] as const;

/** What each program asks of whom (checklist.md 4.5). */
export function ProgramsScreen() {
  return useCurrentUser().isAdmin ? <Programs /> : <AccessDenied />;
}

function Programs() {
  const rules = useRules();
  const [program, choose] = useAddressChoice("tab", programs, "vanuatu");
  const [opened, setOpened] = useState<Rule["id"] | "new" | null>(null);
  const ofProgram = (rules.data ?? []).filter((rule) => rule.program === program);
  const active = ofProgram.filter(({ retiredAt }) => retiredAt === null);
  const openedRule = ofProgram.find(({ id }) => id === opened) ?? null;
  return (
    <Page>
      <PageHeader
        title={texts.title}
        description={texts.description}
        backTo={null}
        actions={
          <Button
            icon={<Icon of={Plus} />}
            disabled={rules.data === undefined}
            onClick={() => setOpened("new")}
          >
            {texts.add}
          </Button>
        }
      />
      <Tabs
        label={texts.tabs}
        value={program}
        onValueChange={choose}
        items={programs.map((value) => ({ value, label: programLabels[value] }))}
      >
        {programs.map((value) => (
          <TabPanel key={value} value={value}>
            {rules.isPending ? (
              <SkeletonScreen label={texts.loading}>
                <SkeletonRows count={8} />
              </SkeletonScreen>
            ) : null}
            {rules.isError && rules.data === undefined ? (
              <ErrorState
                message={texts.failed}
                onRetry={() => void rules.refetch()}
                retrying={rules.isFetching}
              />
            ) : null}
            {rules.data ? <RulesOfProgram rules={ofProgram} onOpen={setOpened} /> : null}
          </TabPanel>
        ))}
      </Tabs>
      {opened === null || (opened !== "new" && openedRule === null) ? null : (
        <RulePanel
          key={opened}
          program={program as Program}
          rule={openedRule}
          taken={active.map(({ category }) => category)}
          onClose={() => setOpened(null)}
        />
      )}
    </Page>
  );
}

type RulesOfProgramProps = {
  readonly rules: readonly Rule[];
  readonly onOpen: (id: Rule["id"]) => void;
};

function RulesOfProgram({ rules, onOpen }: RulesOfProgramProps) {
  const active = inOrder(rules.filter(({ retiredAt }) => retiredAt === null));
  return (
    <>
      {active.length === 0 ? (
        <div className={cardLook}>
          <EmptyState icon={ListChecks} title={texts.empty} />
        </div>
      ) : null}
      {sections.map((section) => {
        const ofSection = active.filter(({ category }) => documentGroupOf(category) === section);
        if (ofSection.length === 0) return null;
        return (
          <section key={section} aria-labelledby={`rules-${section}`} className="mb-8">
            <h2 id={`rules-${section}`} className="mb-3 text-base font-semibold">
              {texts.sections[section]}
            </h2>
            <RuleTable
              label={texts.tableLabel(texts.sections[section])}
              rules={ofSection}
              onOpen={onOpen}
            />
          </section>
        );
      })}
      <RetiredRules rules={inOrder(rules.filter(({ retiredAt }) => retiredAt !== null))} />
    </>
  );
}

function RetiredRules({ rules }: { readonly rules: readonly Rule[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const restore = useRestoreRule();
  if (rules.length === 0) return null;
  return (
    <CollapsibleGroup title={texts.retired(rules.length)} open={isOpen} onOpenChange={setIsOpen}>
      <ul className={`${cardLook} divide-y divide-line`}>
        {rules.map((rule) => (
          <li key={rule.id} className="flex min-h-13 items-center gap-4 px-5 py-2 text-sm">
            <span className="min-w-0 flex-1 font-medium break-words">{rule.label}</span>
            <Button
              size="sm"
              variant="secondary"
              aria-label={texts.restoreRule(rule.label)}
              pending={restore.isPending && restore.variables.id === rule.id}
              onClick={() => restore.mutate(rule)}
            >
              {texts.restore}
            </Button>
          </li>
        ))}
      </ul>
    </CollapsibleGroup>
  );
}

/** As the document types stand everywhere. */
function inOrder(rules: readonly Rule[]): Rule[] {
  return rules.toSorted(
    (one, other) =>
      documentCategories.indexOf(one.category) - documentCategories.indexOf(other.category),
  );
}
