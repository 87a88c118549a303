/**
 * A valid call for every endpoint of the contract, one file per module. The type demands one for each, so an endpoint is
 * enrolled in the tests of every endpoint by existing.
 */
import type { Recipes } from "./endpoint-recipe.ts";
import { accountRecipes } from "./recipes/accounts.ts";
import { activity } from "./recipes/activity.ts";
import { agreements } from "./recipes/agreements.ts";
import { analytics } from "./recipes/analytics.ts";
import { applicants } from "./recipes/applicants.ts";
import { automation } from "./recipes/automation.ts";
import { bulkActions } from "./recipes/bulk-actions.ts";
import { bureau } from "./recipes/bureau.ts";
import { caseExports } from "./recipes/case-exports.ts";
import { caseLists } from "./recipes/case-lists.ts";
import { cases } from "./recipes/cases.ts";
import { checklist } from "./recipes/checklist.ts";
import { comments } from "./recipes/comments.ts";
import { documents } from "./recipes/documents.ts";
import { dossiers } from "./recipes/dossiers.ts";
import { exports } from "./recipes/exports.ts";
import { homes } from "./recipes/homes.ts";
import { imports } from "./recipes/imports.ts";
import { invoiceLists } from "./recipes/invoice-lists.ts";
import { invoices } from "./recipes/invoices.ts";
import { mailChoices, unsubscribe } from "./recipes/mail-choices.ts";
import { notifications } from "./recipes/notifications.ts";
import { operations } from "./recipes/operations.ts";
import { readings } from "./recipes/readings.ts";
import { reminders } from "./recipes/reminders.ts";
import { replies } from "./recipes/replies.ts";
import { reviews } from "./recipes/reviews.ts";
import { rules } from "./recipes/rules.ts";
import { samples } from "./recipes/samples.ts";
import { search } from "./recipes/search.ts";
import { tokens } from "./recipes/tokens.ts";
import { twoFactorRecipes } from "./recipes/two-factor.ts";
import { views } from "./recipes/views.ts";

export const recipes: Recipes = {
  ...accountRecipes,
  activity,
  agreements,
  analytics,
  applicants,
  automation,
  bulkActions,
  bureau,
  imports,
  caseExports,
  caseLists,
  cases,
  checklist,
  comments,
  documents,
  dossiers,
  exports,
  homes,
  invoices,
  invoiceLists,
  mailChoices,
  notifications,
  replies,
  operations,
  readings,
  reminders,
  reviews,
  rules,
  samples,
  search,
  tokens,
  ...twoFactorRecipes,
  unsubscribe,
  views,
};
