import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerWith } from "#web/api/test-server.ts";
import { toastStore } from "#web/ui/toast-store.ts";
import { StageDownload } from "./stage-download.tsx";

const caseFile = { caseId: "VU-2026-0007", title: "Rahman" };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it(
  "says that the documents of a stage could not be downloaded",
  { tags: ["C-ERR-030"] },
  async () => {
    const query = "stage=stage1&filename=Rahman_stage1_Documents.zip";
    answerWith({
      [`GET /api/cases/by-case-id/VU-2026-0007/documents/download-stage?${query}`]: {
        status: 500,
        body: "",
      },
    });
    render(<StageDownload caseFile={caseFile} group="stage1" isEmpty={false} />);
    fireEvent.click(screen.getByRole("button", { name: "Download All" }));
    await vi.waitFor(() =>
      expect(toastStore.read()[0]).toMatchObject({
        title: "Download failed",
        description: "Failed to download stage documents",
      }),
    );
  },
);
