import type { FastifyInstance } from "fastify";
import { mailChoicesApi, unsubscribeApi } from "contract/mail-choices";
import { notificationsApi } from "contract/notifications";
import { register } from "#server/http/routes.ts";
import { countBadToken } from "#server/http/throttle.ts";
import * as mailChoices from "./mail-choices.service.ts";
import * as notifications from "./notifications.service.ts";

export function notificationsRoutes(app: FastifyInstance): void {
  register(app, notificationsApi, {
    list: ({ actor, query }) => notifications.list(actor, query),
    count: async ({ actor }) => ({ unread: await notifications.count(actor) }),
    markRead: async ({ actor, body }) => ({ unread: await notifications.markRead(actor, body) }),
  });

  register(app, mailChoicesApi, {
    get: ({ actor }) => mailChoices.get(actor),
    update: ({ actor, body }) => mailChoices.update(actor, body),
  });

  void app.register(async (scope) => {
    // Mail programs send forms of every kind; that the address was called is all they say.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, _body, done) => done(null));
    register(scope, unsubscribeApi, {
      open: ({ reply }) => void reply.redirect("/profile#notifications", 303),
      unsubscribe: async ({ params, request }) => {
        if (!(await mailChoices.isGoodToken(params.token))) await countBadToken(request);
        await mailChoices.unsubscribe(params.token);
        return { message: "You get no more of these mails." };
      },
    });
  });
}
