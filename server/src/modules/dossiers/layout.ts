/** Which paper stands on which page of which part. Pure. */

export type PaperToLay = {
  no: number;
  /** Null for a separate file. */
  pages: number | null;
  /** What it is thought to take in its part. */
  bytes: number;
};
export type LaidPart = { part: number; firstPage: number; lastPage: number; papers: number[] };
export type LaidPaper = { part: number; firstPage: number; lastPage: number; pageInPart: number };
export type Layout = { parts: LaidPart[]; papers: Map<number, LaidPaper>; totalPages: number };

/** Lines of a list on one page. */
const LINES_A_PAGE = 36;
/** Typefaces and front matter. */
const BASE_BYTES = 150_000;
const PAGE_BYTES = 1500;
/** A photo becomes a JPEG of A4 at 200 dpi. */
const LARGEST_PICTURE = 1_500_000;

export function estimateOf(paper: { bytes: number; pages: number; isPicture: boolean }): number {
  const { bytes, pages, isPicture } = paper;
  return (isPicture ? Math.min(bytes, LARGEST_PICTURE) : bytes) + pages * PAGE_BYTES;
}

/** Numbers of the papers of each part, cut between papers; a larger one stands in a part of its own. */
export function splitPapers(papers: readonly PaperToLay[], most: number): number[][] {
  const parts: number[][] = [[]];
  let bytes = BASE_BYTES;
  for (const paper of papers.filter(({ pages }) => pages !== null)) {
    const current = parts.at(-1);
    if (current && (current.length === 0 || bytes + paper.bytes <= most)) {
      current.push(paper.no);
      bytes += paper.bytes;
    } else {
      parts.push([paper.no]);
      bytes = BASE_BYTES + paper.bytes;
    }
  }
  return parts;
}

/** The last paper of a part that came out too large goes to the next one. */
export function moveLast(parts: readonly number[][], index: number): number[][] {
  const moved = parts[index]?.at(-1);
  if (moved === undefined) return parts.map((part) => [...part]);
  const shortened = parts.map((part, at) => {
    if (at === index) return part.slice(0, -1);
    return at === index + 1 ? [moved, ...part] : [...part];
  });
  return index === parts.length - 1 ? [...shortened, [moved]] : shortened;
}

/** Every part after the first opens with a page of its own. */
export function layOut(
  parts: readonly number[][],
  { papers, frontPages }: { papers: readonly PaperToLay[]; frontPages: number },
): Layout {
  const pagesOf = new Map(papers.map(({ no, pages }) => [no, pages ?? 0]));
  const laid: LaidPart[] = [];
  const places = new Map<number, LaidPaper>();
  let page = 1;
  for (const [index, numbers] of parts.entries()) {
    const firstPage = page;
    page += index === 0 ? frontPages : 1;
    for (const no of numbers) {
      const count = pagesOf.get(no) ?? 0;
      places.set(no, {
        part: index + 1,
        firstPage: page,
        lastPage: page + count - 1,
        pageInPart: page - firstPage,
      });
      page += count;
    }
    laid.push({ part: index + 1, firstPage, lastPage: page - 1, papers: [...numbers] });
  }
  return { parts: laid, papers: places, totalPages: page - 1 };
}

/** A heading never stands alone at the end of a page. */
export function pagesOfLines<Line>(
  lines: readonly Line[],
  isHeading: (line: Line) => boolean = () => false,
): Line[][] {
  const pages: Line[][] = [];
  let rest = [...lines];
  while (rest.length > 0) {
    const isCut = rest.length > LINES_A_PAGE;
    const last = rest[LINES_A_PAGE - 1];
    const count = isCut && last !== undefined && isHeading(last) ? LINES_A_PAGE - 1 : LINES_A_PAGE;
    pages.push(rest.slice(0, count));
    rest = rest.slice(count);
  }
  return pages;
}
