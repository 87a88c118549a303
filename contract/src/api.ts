/** The table of contents: every endpoint of the portal, by module. */
import { activityApi } from "./activity.ts";
import { agreementsApi } from "./agreements.ts";
import { analyticsApi } from "./analytics.ts";
import { applicantsApi } from "./applicants.ts";
import { automationApi } from "./automation.ts";
import { bulkActionsApi } from "./bulk-actions.ts";
import { bureauApi } from "./bureau.ts";
import { caseExportsApi } from "./case-exports.ts";
import { caseListsApi } from "./case-lists.ts";
import { casesApi } from "./cases.ts";
import { checklistApi } from "./checklist.ts";
import { commentsApi } from "./comments.ts";
import { documentsApi } from "./documents.ts";
import { dossiersApi } from "./dossiers.ts";
import { exportsApi } from "./exports.ts";
import { homesApi } from "./homes.ts";
import { importsApi } from "./imports.ts";
import { invoiceListsApi } from "./invoice-lists.ts";
import { invoicesApi } from "./invoices.ts";
import { mailChoicesApi, unsubscribeApi } from "./mail-choices.ts";
import { notificationsApi } from "./notifications.ts";
import { operationsApi } from "./operations.ts";
import { profileApi } from "./profile.ts";
import { readingsApi } from "./readings.ts";
import { remindersApi } from "./reminders.ts";
import { repliesApi } from "./replies.ts";
import { reviewsApi } from "./reviews.ts";
import { rulesApi } from "./rules.ts";
import { samplesApi } from "./samples.ts";
import { searchApi } from "./search.ts";
import { sessionApi } from "./session.ts";
import { stepUpApi } from "./step-up.ts";
import { tokensApi } from "./tokens.ts";
import { twoFactorApi } from "./two-factor.ts";
import { usersApi } from "./users.ts";
import { viewsApi } from "./views.ts";

export const api = {
  session: sessionApi,
  users: usersApi,
  profile: profileApi,
  twoFactor: twoFactorApi,
  tokens: tokensApi,
  stepUp: stepUpApi,
  cases: casesApi,
  caseLists: caseListsApi,
  applicants: applicantsApi,
  checklist: checklistApi,
  homes: homesApi,
  documents: documentsApi,
  dossiers: dossiersApi,
  reviews: reviewsApi,
  readings: readingsApi,
  rules: rulesApi,
  samples: samplesApi,
  comments: commentsApi,
  activity: activityApi,
  invoices: invoicesApi,
  invoiceLists: invoiceListsApi,
  agreements: agreementsApi,
  analytics: analyticsApi,
  automation: automationApi,
  exports: exportsApi,
  caseExports: caseExportsApi,
  search: searchApi,
  bulkActions: bulkActionsApi,
  imports: importsApi,
  views: viewsApi,
  notifications: notificationsApi,
  reminders: remindersApi,
  replies: repliesApi,
  mailChoices: mailChoicesApi,
  unsubscribe: unsubscribeApi,
  bureau: bureauApi,
  operations: operationsApi,
} as const;
