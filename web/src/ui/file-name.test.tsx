import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { FileName, partsOf } from "./file-name.tsx";

afterEach(cleanup);

it("keeps the end of a long name in sight, where two scans differ", () => {
  expect(partsOf("Passport of the main applicant, page 2.pdf")).toEqual({
    start: "Passport of the main applicant",
    end: ", page 2",
    ending: ".pdf",
  });
});

it("takes nothing out of the middle of a short name, and needs no ending", () => {
  expect(partsOf("Bank letter.pdf")).toEqual({ start: "Bank letter", end: "", ending: ".pdf" });
  expect(partsOf("README")).toEqual({ start: "README", end: "", ending: "" });
});

it("is read as one name, and stands behind it as its title", () => {
  render(<FileName name="شهادة الميلاد 2026-07.pdf" />);
  const name = screen.getByTitle("شهادة الميلاد 2026-07.pdf");
  expect(name.firstElementChild?.textContent).toBe("شهادة الميلاد 2026-07.pdf");
  expect(name.lastElementChild?.getAttribute("dir")).toBe("ltr");
});

it("uses two lines before it leaves anything out", () => {
  render(<FileName name="Passport of the main applicant, page 2.pdf" lines={2} />);
  expect(screen.getByText("Passport of the main applicant, page 2")).toBeDefined();
});
