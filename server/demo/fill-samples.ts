/** The sample documents of both programs: what a good paper looks like, and forms to fill in. */
import { programs } from "contract/case-parts";
import type { SampleCategory } from "contract/samples";
import { buildSample } from "#testing/factories/samples.ts";
import { createSample, type SamplePaper } from "./specimens/create-sample.ts";

const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

type Entry = { category: SampleCategory; name: string; mimeType: string; paper: SamplePaper };

const entries: Entry[] = [
  {
    category: "application-forms",
    name: "Nomination Form (blank).pdf",
    mimeType: "application/pdf",
    paper: "form",
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
  },
  {
    category: "stage-1",
    name: "Police certificate (example).pdf",
    mimeType: "application/pdf",
    paper: "police",
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
  },
  {
    category: "stage-2",
    name: "Passport photo (good example).jpg",
    mimeType: "image/jpeg",
    paper: "photo",
  },
];

export async function fillSamples(uploadedBy: number, uploadedAt: string): Promise<void> {
  for (const program of programs) {
    for (const entry of entries) {
      const { category, name, mimeType, paper } = entry;
      const content = await createSample(paper, program);
      await buildSample({
        category,
        mimeType,
        content,
        program,
        uploadedBy,
        uploadedAt,
        originalName: name,
      });
    }
  }
}
