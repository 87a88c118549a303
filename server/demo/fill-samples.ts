/** The sample documents of both programs: what a good paper looks like, and forms to fill in. */
import { and, eq, inArray } from "drizzle-orm";
import { type Program, programs } from "contract/case-parts";
import type { AskedCategory } from "contract/checklist-parts";
import type { SampleCategory } from "contract/samples";
import { runtime } from "#server/core/runtime.ts";
import { documentRules } from "#server/database/tables/document-rules.ts";
import { buildSample } from "#testing/factories/samples.ts";
import { createSample, type SamplePaper } from "./specimens/create-sample.ts";

const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

type Entry = {
  category: SampleCategory;
  name: string;
  mimeType: string;
  paper: SamplePaper;
  /** What it is shown for in the checklist. */
  shownFor?: AskedCategory[];
};

const entries: Entry[] = [
  {
    category: "application-forms",
    name: "Nomination Form (blank).pdf",
    mimeType: "application/pdf",
    paper: "form",
    shownFor: ["nomination"],
  },
  {
    category: "application-forms",
    name: "Personal Profile (template).docx",
    mimeType: WORD,
    paper: "profile",
  },
  {
    category: "stage-1",
    name: "Passport scan (good example).jpg",
    mimeType: "image/jpeg",
    paper: "passport",
    shownFor: ["passport"],
  },
  {
    category: "stage-1",
    name: "Police certificate (example).pdf",
    mimeType: "application/pdf",
    paper: "police",
    shownFor: ["police-residence", "police-origin"],
  },
  {
    category: "stage-1",
    name: "Checklist of the first stage.txt",
    mimeType: "text/plain",
    paper: "checklist",
  },
  {
    category: "stage-2",
    name: "Bank reference letter (wording).pdf",
    mimeType: "application/pdf",
    paper: "bankReference",
    shownFor: ["bank-reference"],
  },
  {
    category: "stage-2",
    name: "Passport photo (good example).jpg",
    mimeType: "image/jpeg",
    paper: "photo",
    shownFor: ["photos"],
  },
];

export async function fillSamples(uploadedBy: number, uploadedAt: string): Promise<void> {
  for (const program of programs) {
    for (const entry of entries) {
      const { category, name, mimeType, paper } = entry;
      const content = await createSample(paper, program);
      const sample = await buildSample({
        category,
        mimeType,
        content,
        program,
        uploadedBy,
        uploadedAt,
        originalName: name,
      });
      await showFor(sample.id, program, entry.shownFor ?? []);
    }
  }
}

async function showFor(
  sampleId: number,
  program: Program,
  categories: readonly AskedCategory[],
): Promise<void> {
  if (categories.length === 0) return;
  await runtime.database
    .update(documentRules)
    .set({ sampleId })
    .where(
      and(eq(documentRules.program, program), inArray(documentRules.category, [...categories])),
    );
}
