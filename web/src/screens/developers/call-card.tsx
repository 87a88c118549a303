import { useState } from "react";
import { developerMessages as texts } from "#web/messages/developers.ts";
import { Button } from "#web/ui/button.tsx";
import { CollapsibleGroup } from "#web/ui/collapsible.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { examplesOf } from "./call-examples.ts";
import type { DescribedCall, OpenApi, Schema } from "./description.ts";
import { formOf } from "./schema-form.ts";

type CallCardProps = { readonly call: DescribedCall; readonly description: OpenApi };

/** A call by method and path; what it takes and answers is drawn when it is opened. */
export function CallCard({ call, description }: CallCardProps) {
  const [isOpen, setIsOpen] = useState(false);
  const name = (
    <span className="font-mono text-sm wrap-anywhere whitespace-pre-wrap">
      {call.method} {call.path}
    </span>
  );
  return (
    <li className="px-5 py-3">
      <CollapsibleGroup open={isOpen} onOpenChange={setIsOpen} title={name} level={3}>
        {isOpen ? <Details call={call} description={description} /> : null}
      </CollapsibleGroup>
      <p className="text-sm text-muted">{call.summary}</p>
    </li>
  );
}

function Details({ call, description }: CallCardProps) {
  const { schemas } = description.components;
  const answers = Object.entries(call.responses);
  const successes = answers.filter(([status]) => Number(status) < 400);
  const refusals = answers.filter(([status]) => Number(status) >= 400);
  const body = Object.entries(call.requestBody?.content ?? {});
  const cursor = call["x-cursor"];
  return (
    <div className="flex flex-col gap-5 py-4">
      <dl className="grid grid-cols-2 gap-5 max-md:grid-cols-1">
        <Fact label={texts.door}>{texts.doors[call["x-door"]]}</Fact>
        <Fact label={texts.scope}>{scopeOf(call)}</Fact>
      </dl>
      {call.description === undefined ? null : <p className="text-sm">{call.description}</p>}
      {call.parameters.length === 0 ? null : <Parameters call={call} />}
      {body.map(([type, { schema }]) => (
        <Part key={type} title={`${texts.body} · ${type}`} text={formOf(schema, schemas)} />
      ))}
      {successes.map(([status, { content = {} }]) => (
        <Part
          key={status}
          title={texts.answer(status)}
          text={answerForm(content["application/json"]?.schema, description, content)}
        />
      ))}
      <div>
        <h4 className="text-sm font-medium">{texts.refusals}</h4>
        <ul className="mt-1 space-y-1 text-sm text-muted">
          {refusals.map(([status, refusal]) => (
            <li key={status}>
              <span className="font-mono">{status}</span>{" "}
              {refusal.description.split("\n").join(" · ")}
            </li>
          ))}
        </ul>
      </div>
      {cursor === undefined ? null : (
        <div>
          <h4 className="text-sm font-medium">{texts.cursor}</h4>
          <p className="mt-1 text-sm text-muted">{cursor}</p>
        </div>
      )}
      {examplesOf(call, description).map(({ kind, text }) => (
        <Part
          key={kind}
          title={texts[kind]}
          text={text}
          copyLabel={texts.copyOf(kind, `${call.method} ${call.path}`)}
        />
      ))}
    </div>
  );
}

function scopeOf(call: DescribedCall): string {
  if (call["x-door"] === "automation") return texts.keyOnly;
  return call["x-scope"] === "session" ? texts.sessionOnly : call["x-scope"];
}

function answerForm(schema: Schema | undefined, description: OpenApi, content: object): string {
  if (schema !== undefined) return formOf(schema, description.components.schemas);
  return Object.keys(content).length > 0 ? texts.file : texts.noBody;
}

function Fact({ label, children }: { readonly label: string; readonly children: string }) {
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="mt-0.5 text-base break-words">{children}</dd>
    </div>
  );
}

function Parameters({ call }: { readonly call: DescribedCall }) {
  return (
    <div>
      <h4 className="text-sm font-medium">{texts.parameters}</h4>
      <ul className="mt-1 space-y-1 text-sm">
        {call.parameters.map(({ name, in: place, required, description, schema }) => (
          <li key={`${place} ${name}`} className="break-words">
            <span className="font-mono">{name}</span>{" "}
            <span className="text-muted">
              {[place, required ? texts.required : texts.optional, formOf(schema, {})].join(" · ")}
              {description === undefined ? null : `. ${description}`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

type PartProps = { readonly title: string; readonly text: string; readonly copyLabel?: string };

function Part({ title, text, copyLabel }: PartProps) {
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h4 className="text-sm font-medium">{title}</h4>
        {copyLabel === undefined ? null : (
          <Button
            variant="secondary"
            size="sm"
            aria-label={copyLabel}
            onClick={() => void copy(text)}
          >
            {texts.copy}
          </Button>
        )}
      </div>
      <pre className="mt-1 rounded-md bg-sunken px-5 py-4 font-mono text-sm break-words whitespace-pre-wrap">
        {text}
      </pre>
    </div>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: texts.copied });
  } catch {
    // The browser refuses, or the page has no https: it is there to be selected.
    toast({ title: texts.copyFailed, variant: "destructive" });
  }
}
