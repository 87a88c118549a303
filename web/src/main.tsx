import "./ui/theme.css";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import * as z from "zod/mini";
import { currentUserQuery } from "#web/api/current-user.ts";
import { queryClient } from "#web/api/query.ts";
import { watchBack } from "#web/ui/back-closes.ts";
import { publishStyleNonce } from "#web/ui/csp-nonce.ts";
import { followKeyboard } from "#web/ui/visible-area.ts";
import { router } from "./router.tsx";

// The content security policy forbids building functions from text, which zod does for speed.
z.config({ jitless: true });
publishStyleNonce();
followKeyboard();
watchBack();
// Asked before anything is drawn: the answer decides which screen to fetch.
void queryClient.prefetchQuery(currentUserQuery);

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no root element");
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
