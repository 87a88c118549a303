import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { CaseFile } from "contract/cases";
import { queryClient } from "#web/api/query.ts";
import { CaseFacts } from "./case-facts.tsx";

afterEach(cleanup);

it(
  "shows status, applicants, nationality, the day it was created and the id of a case",
  { tags: ["C-CASE-004..008"] },
  () => {
    const caseFile = {
      id: 7,
      caseId: "VU-2026-0007",
      status: "bank_clearance",
      numberOfApplicants: 3,
      nationality: "Omani",
      createdAt: "2025-11-20T21:30:00.000Z",
    } as CaseFile;
    render(
      <QueryClientProvider client={queryClient}>
        <CaseFacts caseFile={caseFile} canChangeStatus={false} onCodeChanged={() => undefined} />
      </QueryClientProvider>,
    );
    const facts = screen
      .getAllByRole("term")
      .map(({ textContent, nextElementSibling }) => [textContent, nextElementSibling?.textContent]);
    expect(facts).toEqual([
      ["Status", "Bank Clearance"],
      ["Applicants", "3"],
      ["Nationality", "Omani"],
      ["Created", "21 Nov 2025"],
      ["Case ID", "VU-2026-0007"],
    ]);
  },
);
