/** The files of a chosen or dropped folder with their paths, kept until their import stands on the screen. */
export type PathedFile = { readonly path: string; readonly file: File };

const PASSED_OVER = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$)/i;

export function pathedFiles(files: Iterable<File> | null): PathedFile[] {
  return [...(files ?? [])]
    .map((file) => ({ path: file.webkitRelativePath || pathOf(file), file }))
    .filter(({ path }) => !PASSED_OVER.test(path));
}

/** What the drop zone has found in a folder says so in `path`, with a leading stroke. */
function pathOf(file: File & { readonly path?: string }): string {
  return (file.path ?? file.name).replace(/^\.?\/+/, "");
}

const kept = new Map<number, readonly PathedFile[]>();

export function keepFolder(importId: number, files: readonly PathedFile[]): void {
  kept.set(importId, files);
}

export function takeFolder(importId: number): readonly PathedFile[] {
  const files = kept.get(importId) ?? [];
  kept.delete(importId);
  return files;
}
