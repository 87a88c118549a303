/** The letter that all reminders are, by reference and in full. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addDays } from "contract/days";
import { remindersApi } from "contract/reminders";
import { runtime, setRuntime } from "#server/core/runtime.ts";
import { type Chased, MONDAY, openChased, setDay } from "#testing/chased.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { reviewBy } from "#testing/told.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());
beforeEach(() => setDay(portal, MONDAY));

describe("the letter", () => {
  /** A couple with two children, of which papers are missing; one was sent back, with a reason. */
  async function openFamily() {
    const chased = await openChased(portal);
    const family = [
      ["Main Applicant", "Salim Sarrouf"],
      ["Spouse", "Rima Sarrouf"],
      ["Dependent Child", "Lea Sarrouf"],
      ["Dependent Child", "Karim Sarrouf"],
    ] as const;
    const people = [];
    for (const [position, [category, fullName]] of family.entries())
      people.push(await buildApplicant({ caseId: chased.id, position, category, fullName }));
    const { id } = await buildDocument({
      caseId: chased.id,
      category: "passport",
      assignedTo: people[0]?.id ?? null,
    });
    await reviewBy(chased.admin, id, "changes_requested");
    return chased;
  }
  const textOf = async ({ agent, id }: Chased) =>
    (await agent.call(remindersApi.preview, { params: { id } })).text;

  it(
    "by reference names kinds of papers and of people, never what was typed",
    { tags: ["W-CHS-021"] },
    async () => {
      const chased = await openFamily();
      const text = await textOf(chased);
      for (const line of ["Main applicant", "Spouse", "Child 1", "Child 2", "For everybody"])
        expect(text.split("\n")).toContain(line);
      expect(text).toContain("- Another document: missing");
      expect(text).toContain("- Passport: needs changes");
      for (const hidden of ["Sarrouf", "Deed of the flat", "All.", "Clara", chased.caseFile.title])
        expect(text).not.toContain(hidden);
      expect(
        text.indexOf("Please upload documents in the portal; there they are protected."),
      ).toBeLessThan(text.indexOf("Choose which mails you get"));
    },
  );

  it(
    "in full names people and papers, and what has to be changed",
    { tags: ["W-CHS-021"] },
    async () => {
      const chased = await openFamily();
      setRuntime({ ...runtime, config: { ...runtime.config, mailContent: "full" } });
      const text = await textOf(chased);
      setRuntime({ ...runtime, config: { ...runtime.config, mailContent: "reference" } });
      expect(text.split("\n")).toEqual(expect.arrayContaining(["Salim Sarrouf", "Karim Sarrouf"]));
      expect(text).toContain("- Deed of the flat: missing");
      expect(text).toMatch(/- Passport: needs changes – All\./);
    },
  );

  it(
    "says until when, where each is sent, and how many more there are",
    { tags: ["W-CHS-022"] },
    async () => {
      const chased = await openChased(portal);
      const past = await chased.ask("Old deed", addDays(MONDAY, -3));
      await chased.ask("New deed", addDays(MONDAY, 4));
      const text = await textOf(chased);
      expect(text).toContain("- Another document: missing, was due on 30 October 2026");
      expect(text).toContain("- Another document: missing, due on 6 November 2026");
      expect(text).toContain(`/case/${chased.caseFile.caseId}/checklist#${past.key}`);
      expect(text).toContain("The earliest is due on 6 November 2026.");
      expect(text).not.toContain("more in the portal");
      for (let asked = 3; asked < 61; asked += 1) await chased.ask(`Deed ${asked}`);
      const long = await textOf(chased);
      expect(long.match(/\/checklist#/g)).toHaveLength(60);
      expect(long).toContain("- and 1 more in the portal");
    },
  );
});
