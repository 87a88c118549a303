import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { type Runtime, setRuntime } from "#server/core/runtime.ts";
import { renderLetter } from "./letter.ts";
import { templates } from "./templates.ts";

function liveIn(bureauZone: string): void {
  setRuntime({ config: { bureauZone, appOrigin: "http://portal.test" } } as Runtime);
}
beforeEach(() => liveIn("Asia/Dubai"));

const hostile = '<img src=x onerror="alert(1)">\r\nBcc: victim@example.com\u2028&amp;';

/** Every variable of every template, filled with the same text. */
function lettersWith(text: string) {
  const data = {
    code: text,
    url: text,
    deviceName: text,
    ipAddress: text,
    role: text,
    newEmail: text,
    caseId: text,
    caseIds: text,
    sentence: text,
    inviter: text,
    bureau: text,
    at: "2026-01-02T03:04:05.000Z",
    count: 3,
    caseCount: 2,
    title: text,
    name: text,
    scopes: ["cases:read"],
    currencies: [text],
    expiresAt: "2026-01-02T03:04:05.000Z",
    people: [{ heading: text, papers: [] }],
    more: 0,
    note: text,
    reason: text,
    since: "2026-01-02T03:04:05.000Z",
    earliest: null,
    cases: 2,
    lines: [text, { text, url: text }, { text, below: [`${text}\n${text}`] }, { heading: text }],
    remarks: [text],
    frame: { marker: text, closing: [text] },
  };
  return Object.entries(templates).map(([name, write]) => {
    const letter = (write as (data: unknown) => ReturnType<typeof write>)(data);
    return { name, ...renderLetter(letter, { bureauName: text, name: text }) };
  });
}

const invitationWith = (data: Partial<Parameters<typeof templates.invitation>[0]>) =>
  templates.invitation({
    url: "x",
    caseCount: 1,
    role: "client",
    bureau: "Harbour Bureau",
    inviter: "Leila Roy",
    ...data,
  });

describe("every mail", () => {
  it("greets whom it goes to by name, where the name is known", () => {
    const letter = templates.code({
      code: "123456",
      deviceName: null,
      ipAddress: "::1",
      at: "2026-01-02",
    });
    const textTo = (name: string | null) =>
      renderLetter(letter, { bureauName: "Harbour Bureau", name }).text;
    expect(textTo("Nadim Sarrouf")).toMatch(/^Hello Nadim Sarrouf,\n\nEnter this code/);
    expect(textTo(null)).toMatch(/^Hello,\n/);
  });

  it("fits a phone, and leaves names and words their direction", () => {
    const words = "السلام عليكم.\n\nشكراً";
    const letter = { subject: "News", paragraphs: [], list: [{ text: "News", below: [words] }] };
    const { html } = renderLetter(letter, { bureauName: "Harbour Bureau", name: "نور حدّادين" });
    expect(html).toContain("overflow-wrap:anywhere");
    expect(html).toContain('<p style="margin:0 0 16px">Hello <bdi>نور حدّادين</bdi>,</p>');
    expect(html).toContain(
      '<div dir="auto">السلام عليكم.</div><div dir="auto"><br></div><div dir="auto">شكراً</div>',
    );
  });

  it("says who invites to which bureau, staff to their work and clients to their case", () => {
    const client = invitationWith({});
    expect(client.subject).toBe("Leila Roy invites you to the client portal of Harbour Bureau");
    expect(client.paragraphs[0]).toBe(
      "Leila Roy invites you to the portal in which Harbour Bureau and you follow your citizenship application together.",
    );
    const agent = invitationWith({ role: "agent" });
    expect(agent.subject).toBe("Leila Roy invites you to the portal of Harbour Bureau");
    expect(agent.paragraphs[0]).toBe(
      "Leila Roy invites you to work in the portal of Harbour Bureau as an agent.",
    );
    expect(invitationWith({ inviter: null }).subject).toBe(
      "You are invited to the client portal of Harbour Bureau",
    );
  });

  it("shows what a variable holds as text, whatever it is", { tags: ["asvs-2"] }, () => {
    for (const { html, name } of lettersWith(hostile)) {
      expect(html, name).not.toContain("<img");
      expect(html, name).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
      expect(html, name).toContain("&amp;amp;");
    }
  });

  it("keeps its subject on one line", { tags: ["asvs-12"] }, () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        for (const { subject } of lettersWith(text)) {
          // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
          expect(subject).not.toMatch(/[\u0000-\u001f\u007f\u2028\u2029]/);
        }
      }),
    );
  });

  it("is readable in light and dark: it sets no colour of its own", () => {
    for (const { html, name } of lettersWith("x")) {
      expect(html, name).toContain('name="color-scheme" content="light dark"');
      expect(html, name).not.toMatch(/background|[;"]color:(?!currentColor|inherit)/);
    }
  });

  it("carries the bureau's name, and links whole on a line of their own", () => {
    const url = "http://portal.test/complete-registration?token=abc&more=1";
    const invitation = renderLetter(invitationWith({ url }), {
      bureauName: "Harbour Bureau",
    });
    expect(invitation.text.split("\n")).toContain(url);
    expect(invitation.text.trimEnd().endsWith("Harbour Bureau")).toBe(true);
    expect(invitation.html).toContain(
      'href="http://portal.test/complete-registration?token=abc&amp;more=1"',
    );
  });

  it("says times as they are in Dubai", () => {
    const data = { newEmail: "a@example.com", at: "2026-01-02T21:04:05.000Z" };
    const { text } = renderLetter(templates.emailChanged(data), { bureauName: "Bureau" });
    expect(text).toContain("3 January 2026 at 01:04 (Dubai time)");
  });

  it("says times as they are where the bureau is", { tags: ["W-MAI-031"] }, () => {
    liveIn("America/Los_Angeles");
    const data = { newEmail: "a@example.com", at: "2026-01-02T07:04:05.000Z" };
    const { text } = renderLetter(templates.emailChanged(data), { bureauName: "Bureau" });
    expect(text).toContain("1 January 2026 at 23:04 (Los Angeles time)");
  });

  it("counts in words", () => {
    const invited = (caseCount: number) => invitationWith({ caseCount }).paragraphs.join(" ");
    expect(invited(0)).not.toContain("find");
    expect(invited(1)).toContain("one case");
    expect(invited(2)).toContain("2 cases");
  });
});
