/** Every module of the portal, in one list. */
import type { FastifyInstance } from "fastify";
import { defineSubjects } from "#server/auth/subjects.ts";
import { defineCaseQueries, defineEvents, defineMadeOf } from "#server/events/definitions.ts";
import { reactToEvents } from "#server/events/record.ts";
import { defineSearched } from "#server/events/searched-records.ts";
import { defineFileKinds } from "#server/files/kinds.ts";
import { defineMailFates } from "#server/mail/fates.ts";
import { activityModule } from "#server/modules/activity/activity.module.ts";
import { agreementsModule } from "#server/modules/agreements/agreements.module.ts";
import { analyticsModule } from "#server/modules/analytics/analytics.module.ts";
import { applicantsModule } from "#server/modules/applicants/applicants.module.ts";
import { automationModule } from "#server/modules/automation/automation.module.ts";
import { bulkActionsModule } from "#server/modules/bulk-actions/bulk-actions.module.ts";
import { bureauModule } from "#server/modules/bureau/bureau.module.ts";
import { caseExportsModule } from "#server/modules/case-exports/case-exports.module.ts";
import { casesModule } from "#server/modules/cases/cases.module.ts";
import { defineErasure } from "#server/modules/cases/erasures.ts";
import { checklistModule } from "#server/modules/checklist/checklist.module.ts";
import { defineReadinessFollower } from "#server/modules/checklist/followers.ts";
import { commentsModule } from "#server/modules/comments/comments.module.ts";
import { demoModule } from "#server/modules/demo/demo.module.ts";
import { documentsModule } from "#server/modules/documents/documents.module.ts";
import { dossiersModule } from "#server/modules/dossiers/dossiers.module.ts";
import { exportsModule } from "#server/modules/exports/exports.module.ts";
import { homesModule } from "#server/modules/homes/homes.module.ts";
import { importsModule } from "#server/modules/imports/imports.module.ts";
import { invoicesModule } from "#server/modules/invoices/invoices.module.ts";
import type { Module } from "#server/modules/module.ts";
import { notificationsModule } from "#server/modules/notifications/notifications.module.ts";
import { operationsModule } from "#server/modules/operations/operations.module.ts";
import { profileModule } from "#server/modules/profile/profile.module.ts";
import { readingsModule } from "#server/modules/readings/readings.module.ts";
import { remindersModule } from "#server/modules/reminders/reminders.module.ts";
import { repliesModule } from "#server/modules/replies/replies.module.ts";
import { rulesModule } from "#server/modules/rules/rules.module.ts";
import { samplesModule } from "#server/modules/samples/samples.module.ts";
import { searchModule } from "#server/modules/search/search.module.ts";
import { sessionModule } from "#server/modules/session/session.module.ts";
import { stepUpModule } from "#server/modules/step-up/step-up.module.ts";
import { tokensModule } from "#server/modules/tokens/tokens.module.ts";
import { twoFactorModule } from "#server/modules/two-factor/two-factor.module.ts";
import { usersModule } from "#server/modules/users/users.module.ts";
import { viewsModule } from "#server/modules/views/views.module.ts";

export const modules: readonly Module[] = [
  activityModule,
  agreementsModule,
  analyticsModule,
  applicantsModule,
  automationModule,
  bulkActionsModule,
  caseExportsModule,
  casesModule,
  checklistModule,
  commentsModule,
  demoModule,
  documentsModule,
  dossiersModule,
  exportsModule,
  homesModule,
  importsModule,
  invoicesModule,
  notificationsModule,
  operationsModule,
  profileModule,
  readingsModule,
  remindersModule,
  repliesModule,
  rulesModule,
  samplesModule,
  searchModule,
  sessionModule,
  stepUpModule,
  tokensModule,
  bureauModule,
  twoFactorModule,
  usersModule,
  viewsModule,
];

/** Hands each definition to the machinery that reads it: at the start, whether or not anybody is served. */
export function defineModules(): void {
  for (const {
    subjects = {},
    fileKinds = {},
    queries = {},
    queriesMadeOf = {},
    events = {},
    searched = {},
    reactions = [],
    followsReadiness,
    mails,
    erase,
  } of modules) {
    defineSubjects(subjects);
    defineFileKinds(fileKinds);
    defineCaseQueries(queries);
    defineMadeOf(queriesMadeOf);
    defineEvents(events);
    defineSearched(searched);
    for (const reaction of reactions) reactToEvents(reaction);
    if (followsReadiness) defineReadinessFollower(followsReadiness);
    if (mails) defineMailFates(mails);
    if (erase) defineErasure(erase);
  }
}

export function routeModules(app: FastifyInstance): void {
  for (const { routes } of modules) routes(app);
}
