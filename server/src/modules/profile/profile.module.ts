import type { Module } from "#server/modules/module.ts";
import { profileRoutes } from "./profile.routes.ts";

export const profileModule: Module = {
  routes: profileRoutes,
  fileKinds: {
    // A face is nobody's secret: who looks at it is not written down.
    avatar: {
      uploads: { avatar: { redrawnAs: "avatar" } },
      open: async (_actor, { file }) => file.name,
    },
  },
};
