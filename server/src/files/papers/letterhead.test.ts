import { Document, Page, renderToBuffer } from "@react-pdf/renderer";
import { createElement } from "react";
import { beforeAll, expect, it } from "vitest";
import { picturesOf } from "#testing/page-picture.ts";
import { families, loadFonts } from "./fonts.ts";
import { box, words } from "./letterhead.ts";

beforeAll(() => loadFonts());

it("no name is broken where its letters come from another font", async () => {
  const widths = Array.from({ length: 60 }, (_, step) => 90 + step * 3);
  const texts = widths.map((width) =>
    box(
      { width, marginBottom: 6 },
      words("The family of O'Brien-Łukasz, of عائلة and Świętosława"),
    ),
  );
  const style = { fontFamily: families, fontSize: 10, padding: 20 };
  const paper = createElement(Document, {}, createElement(Page, { style }, ...texts));
  const pages = await picturesOf(await renderToBuffer(paper));
  const lines = pages.flatMap(({ words: drawn }) =>
    [...Map.groupBy(drawn, ({ y }) => y).values()].map((line) =>
      line.map(({ text }) => text).join(""),
    ),
  );
  for (const name of ["O'Brien-Łukasz,", "Świętosława"])
    expect(lines.filter((line) => line.includes(name))).toHaveLength(widths.length);
});
