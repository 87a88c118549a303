import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { CaseDocument } from "contract/documents";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { RemoveDocumentDialog } from "./remove-document-dialog.tsx";

afterEach(cleanup);

it.each([
  [0, "Are you sure you want to delete this document?"],
  [1, "Are you sure you want to delete this document? It stands in 1 dossier. It keeps its copy."],
  [
    2,
    "Are you sure you want to delete this document? It stands in 2 dossiers. They keep their copy.",
  ],
])(
  "asks before a document that stands in %i dossiers is deleted",
  { tags: ["W-DOS-038"] },
  async (count, text) => {
    const id = 9100 + count;
    const dossiers = Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
    const path = `/api/cases/by-case-id/VU-1/dossiers?document=${id}`;
    const server = answerWith({ [`GET ${path}`]: { body: dossiers } });
    render(
      <QueryClientProvider client={queryClient}>
        <RemoveDocumentDialog
          caseCode="VU-1"
          document={{ id, originalName: "scan.pdf" } as CaseDocument}
          onClose={() => undefined}
        />
      </QueryClientProvider>,
    );
    expect(await screen.findByText(text)).toBeTruthy();
    expect(server.to(path)).toHaveLength(1);
  },
);
