/** Saved lists: a search, its filters and its order under a name, for oneself or for the whole bureau. */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { MessageAnswer } from "./errors.ts";
import { ById, requiredText } from "./fields.ts";
import { ViewQuery, viewScreens } from "./view-queries.ts";

export const MAX_VIEW_NAME = 60;
/** Of one person, and shared on one screen. */
export const MAX_VIEWS = 50;

export const View = z.object({
  id: z.number(),
  screen: z.enum(viewScreens),
  name: z.string(),
  query: ViewQuery,
  /** Filters that named what exists no longer, such as a user who was deleted; `query` is without them. */
  gone: z.array(z.string()),
  shared: z.boolean(),
  own: z.boolean(),
  position: z.number(),
  version: z.number(),
});
export type View = z.infer<typeof View>;

const Screen = z.enum(viewScreens, "Invalid screen");
const Name = requiredText("Name is required", MAX_VIEW_NAME);
const Position = z.int("Invalid position").check(z.gte(0), z.lte(MAX_VIEWS));

export const CreateViewInput = z.object({
  screen: Screen,
  name: Name,
  query: ViewQuery,
  shared: z._default(z.boolean(), false),
});
export const UpdateViewInput = z.object({
  name: z.optional(Name),
  query: z.optional(ViewQuery),
  shared: z.optional(z.boolean()),
  position: z.optional(Position),
});

export const viewsApi = {
  list: endpoint({
    method: "GET",
    path: "/api/views",
    access: "bureau",
    scope: "session",
    summary: "One's own saved lists of a screen, and the shared ones",
    query: z.object({ screen: Screen }),
    response: z.array(View),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/views",
    access: "bureau",
    scope: "session",
    summary: "Save a list under a name",
    body: CreateViewInput,
    refusals: {
      403: ["Only admins can share views"],
      409: ["You have a view of this name", `At most ${MAX_VIEWS} views`],
    },
    response: View,
    status: 201,
  }),
  update: endpoint({
    method: "PATCH",
    path: "/api/views/:id",
    access: "bureau",
    scope: "session",
    summary: "Rename, change, share or move a saved list",
    params: ById,
    body: UpdateViewInput,
    refusals: {
      403: ["Only admins can share views"],
      404: ["View not found"],
      409: ["You have a view of this name", `At most ${MAX_VIEWS} views`],
    },
    response: View,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/views/:id",
    access: "bureau",
    scope: "session",
    summary: "Delete a saved list",
    params: ById,
    refusals: { 403: ["Only admins can share views"], 404: ["View not found"] },
    response: MessageAnswer,
  }),
};
