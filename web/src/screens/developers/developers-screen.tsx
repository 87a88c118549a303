import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { operationsApi } from "contract/operations";
import { read } from "#web/api/client.ts";
import { developerMessages as texts } from "#web/messages/developers.ts";
import { messages } from "#web/messages/messages.ts";
import { PublicPage } from "#web/shell/public-page.tsx";
import { Button } from "#web/ui/button.tsx";
import { SectionCard } from "#web/ui/card.tsx";
import { SearchInput } from "#web/ui/search-input.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { useAddressSearch, useAddressTexts } from "#web/ui/use-address.ts";
import { CallCard } from "./call-card.tsx";
import { callsIn, findsCall, type OpenApi } from "./description.ts";

/** Every call, for whoever writes a program. It reads openapi.json and nothing else. */
export function DevelopersScreen() {
  const described = useQuery(read(operationsApi.getOpenApi));
  return (
    <PublicPage
      title={messages.shell.links.developers}
      description={texts.description}
      width="full"
    >
      {described.isPending ? <SkeletonRows count={6} /> : null}
      {described.isError ? (
        <ErrorState
          message={texts.failed}
          onRetry={() => void described.refetch()}
          retrying={described.isFetching}
        />
      ) : null}
      {described.data ? <Calls description={described.data as unknown as OpenApi} /> : null}
    </PublicPage>
  );
}

function Calls({ description }: { readonly description: OpenApi }) {
  const [search, setSearch] = useAddressSearch();
  const [{ module: chosen }, setAddress] = useAddressTexts(["module"]);
  const calls = useMemo(() => callsIn(description), [description]);
  const modules = [...new Set(calls.map(({ module }) => module))].toSorted();
  const found = calls.filter(
    (call) => (chosen === undefined || call.module === chosen) && findsCall(call, search.trim()),
  );
  const shown = modules.filter((module) => found.some((call) => call.module === module));
  return (
    <div className="flex items-start gap-6 max-md:flex-col">
      <div className="flex flex-col gap-4 max-md:w-full md:w-72">
        <SearchInput label={texts.search} value={search} onValueChange={setSearch} slashFocuses />
        <nav aria-label={texts.modules} className="flex flex-wrap gap-2">
          <ModuleButton
            name={texts.all}
            isShown={!chosen}
            onShow={() => setAddress({ module: "" })}
          />
          {modules.map((module) => (
            <ModuleButton
              key={module}
              name={module}
              isShown={chosen === module}
              onShow={() => setAddress({ module })}
            />
          ))}
        </nav>
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-6 max-md:w-full">
        <p role="status" className="text-sm text-muted">
          {found.length === 0 ? texts.none : texts.count(found.length)}
        </p>
        {shown.map((module) => (
          <SectionCard key={module} title={module} flush>
            <ul className="divide-y divide-line">
              {found
                .filter((call) => call.module === module)
                .map((call) => (
                  <CallCard key={call.operationId} call={call} description={description} />
                ))}
            </ul>
          </SectionCard>
        ))}
      </div>
    </div>
  );
}

type ModuleButtonProps = {
  readonly name: string;
  readonly isShown: boolean;
  readonly onShow: () => void;
};

function ModuleButton({ name, isShown, onShow }: ModuleButtonProps) {
  return (
    <Button
      variant={isShown ? "primary" : "secondary"}
      size="sm"
      aria-pressed={isShown}
      onClick={onShow}
    >
      {name}
    </Button>
  );
}
