import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderLetter } from "./letter.ts";
import { templates } from "./templates.ts";

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
    at: "2026-01-02T03:04:05.000Z",
    count: 3,
    caseCount: 2,
  };
  return Object.entries(templates).map(([name, write]) => {
    const letter = (write as (data: unknown) => ReturnType<typeof write>)(data);
    return { name, ...renderLetter(letter, text) };
  });
}

describe("every mail", () => {
  it("shows what a variable holds as text, whatever it is [asvs 2]", () => {
    for (const { html, name } of lettersWith(hostile)) {
      expect(html, name).not.toContain("<img");
      expect(html, name).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
      expect(html, name).toContain("&amp;amp;");
    }
  });

  it("keeps its subject on one line [asvs 12]", () => {
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
      expect(html, name).not.toMatch(/background|[;"]color:(?!currentColor)/);
    }
  });

  it("carries the bureau's name, and links whole on a line of their own", () => {
    const url = "http://portal.test/complete-registration?token=abc&more=1";
    const invitation = renderLetter(templates.invitation({ url, caseCount: 1 }), "Harbour Bureau");
    expect(invitation.text.split("\n")).toContain(url);
    expect(invitation.text.trimEnd().endsWith("Harbour Bureau")).toBe(true);
    expect(invitation.html).toContain(
      'href="http://portal.test/complete-registration?token=abc&amp;more=1"',
    );
  });

  it("says times as they are in Dubai", () => {
    const data = { newEmail: "a@example.com", at: "2026-01-02T21:04:05.000Z" };
    const { text } = renderLetter(templates.emailChanged(data), "Bureau");
    expect(text).toContain("3 January 2026 at 01:04 (Dubai time)");
  });

  it("counts in words", () => {
    const message = (count: number) =>
      templates.newMessages({ count, caseId: "VU-2026-0001", url: "x" }).paragraphs[0];
    expect(message(1)).toBe("There is a new message for you in case VU-2026-0001.");
    expect(message(4)).toBe("There are 4 new messages for you in case VU-2026-0001.");
    const invited = (caseCount: number) =>
      templates.invitation({ url: "x", caseCount }).paragraphs.join(" ");
    expect(invited(0)).not.toContain("find");
    expect(invited(1)).toContain("one case");
    expect(invited(2)).toContain("2 cases");
  });
});
