/**
 * The records that the contract names, as schemas of their own: what stands in several places is written once. Their
 * names are those of the contract's exports.
 */
import * as z from "zod/mini";
import * as activity from "contract/activity";
import * as agreements from "contract/agreements";
import * as analytics from "contract/analytics";
import * as applicants from "contract/applicants";
import * as automation from "contract/automation";
import * as bulkActions from "contract/bulk-actions";
import * as caseLists from "contract/case-lists";
import * as caseParts from "contract/case-parts";
import * as cases from "contract/cases";
import * as checklist from "contract/checklist";
import * as checklistParts from "contract/checklist-parts";
import * as comments from "contract/comments";
import * as documents from "contract/documents";
import * as errors from "contract/errors";
import * as fields from "contract/fields";
import * as homes from "contract/homes";
import * as invoiceFiles from "contract/invoice-files";
import * as invoiceLists from "contract/invoice-lists";
import * as invoices from "contract/invoices";
import * as listQuery from "contract/list-query";
import * as notifications from "contract/notifications";
import * as profile from "contract/profile";
import * as readiness from "contract/readiness";
import * as reminders from "contract/reminders";
import * as reviews from "contract/reviews";
import * as rules from "contract/rules";
import * as samples from "contract/samples";
import * as search from "contract/search";
import * as session from "contract/session";
import * as tokens from "contract/tokens";
import * as twoFactor from "contract/two-factor";
import * as users from "contract/users";
import * as viewQueries from "contract/view-queries";
import * as views from "contract/views";
import { type Json } from "./json-schema.ts";

const modules: readonly object[] = [
  activity,
  agreements,
  analytics,
  applicants,
  automation,
  bulkActions,
  caseLists,
  caseParts,
  cases,
  checklistParts,
  checklist,
  comments,
  documents,
  errors,
  fields,
  homes,
  invoiceFiles,
  invoiceLists,
  invoices,
  listQuery,
  notifications,
  profile,
  readiness,
  reminders,
  reviews,
  rules,
  samples,
  search,
  session,
  tokens,
  twoFactor,
  users,
  viewQueries,
  views,
];

/** Objects and lists of words; a bare text or number says more where it stands. */
const NAMED_KINDS = new Set(["object", "enum"]);

const registry = z.registry<{ id: string }>();
const byName = new Map<string, z.ZodMiniType>();
for (const module of modules) {
  for (const [name, exported] of Object.entries(module)) {
    if (!(exported instanceof z.ZodMiniType) || registry.has(exported)) continue;
    if (!NAMED_KINDS.has(exported._zod.def.type)) continue;
    registry.add(exported, { id: name });
    byName.set(name, exported);
  }
}

/** Collects what is named while one description is made. */
export class NamedSchemas {
  readonly #schemas = new Map<string, string>();

  /** As OpenAPI 3.1 takes it: without the name of the dialect, and with what has a name by its name. */
  of(schema: z.ZodMiniType, io: "input" | "output"): Json {
    const options = { io, unrepresentable: "any", metadata: registry } as const;
    const { $schema: _, $defs = {}, ...rest } = z.toJSONSchema(schema, options) as Json;
    const names = new Map<string, string>();
    for (const name of Object.keys($defs as Json)) names.set(name, this.#nameFor(name, io));
    for (const [name, definition] of Object.entries($defs as Json))
      this.#schemas.set(names.get(name) ?? name, JSON.stringify(renamed(definition, names)));
    return renamed(rest, names) as Json;
  }

  components(): Record<string, Json> {
    const sorted = [...this.#schemas].toSorted(([one], [other]) => one.localeCompare(other));
    return Object.fromEntries(sorted.map(([name, text]) => [name, JSON.parse(text) as Json]));
  }

  /** What comes in and goes out in two forms has two names. */
  #nameFor(name: string, io: "input" | "output"): string {
    const schema = byName.get(name);
    if (io === "output" || name.endsWith("Input") || schema === undefined) return name;
    const [given, answered] = (["input", "output"] as const).map((way) =>
      JSON.stringify(z.toJSONSchema(schema, { io: way, unrepresentable: "any" })),
    );
    return given === answered ? name : `${name}Given`;
  }
}

/** The same with references to the components. */
function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, names));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "id" || typeof (value as Json)["id"] !== "string")
      .map(([key, inner]) => {
        if (key !== "$ref" || typeof inner !== "string") return [key, renamed(inner, names)];
        const name = inner.replace("#/$defs/", "");
        return [key, `#/components/schemas/${names.get(name) ?? name}`];
      }),
  );
}
