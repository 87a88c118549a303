/** Files from the phone or the disk: pictures become pages, papers go as they are. */
import { acceptedTypes, acceptsName, extensionOf, uploadRules } from "contract/files";
import { capturesMessages } from "#web/messages/captures.ts";
import { messages } from "#web/messages/messages.ts";
import { toast } from "#web/ui/toast-store.ts";
import { readPicture } from "./page-drawing.ts";
import type { Picture } from "./pages.ts";

const rule = uploadRules.caseDocument;
const texts = messages.documents.upload;
/** What iPhones take pictures in; some browsers read it. */
const HEIC = ["heic", "heif"];
const PICTURES = ["jpg", "jpeg", "png", ...HEIC];

const ACCEPTED = [acceptedTypes(rule), ...HEIC.map((ending) => `.${ending}`)].join(",");

/** What has to be said about a file that cannot be taken. */
export type Unreadable = { readonly name: string };

export async function readPictures(
  files: readonly File[],
): Promise<{ pictures: Picture[]; unreadable: Unreadable[] }> {
  const pictures: Picture[] = [];
  const unreadable: Unreadable[] = [];
  for (const file of files) {
    try {
      pictures.push(await readPicture(file));
    } catch {
      unreadable.push(file);
    }
  }
  return { pictures, unreadable };
}

type Taking = {
  readonly onPictures: (pictures: readonly Picture[]) => void;
  readonly onPaper: (paper: File) => void;
};

export async function takeChosen(
  files: readonly File[],
  { onPictures, onPaper }: Taking,
): Promise<void> {
  const isPicture = ({ name }: File) => PICTURES.includes(extensionOf(name));
  for (const paper of files.filter((file) => !isPicture(file))) {
    const problem = problemOf(paper);
    if (problem === null) onPaper(paper);
    else refuse(problem);
  }
  const { pictures, unreadable } = await readPictures(files.filter(isPicture));
  for (const { name } of unreadable) refuse(capturesMessages.pages.unreadable(name));
  if (pictures.length > 0) onPictures(pictures);
}

function problemOf({ name, size }: File): string | null {
  if (!acceptsName(rule, name)) return texts.unsupported(name);
  return size > rule.maxBytes ? texts.tooLarge(name) : null;
}

function refuse(description: string): void {
  toast({ title: texts.failedTitle, description, variant: "destructive" });
}

/** Opens the browser's own choice of files; it must be asked for by the press itself. */
export function pickFiles(onFiles: (files: readonly File[]) => void): void {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.accept = ACCEPTED;
  input.hidden = true;
  input.addEventListener("change", () => {
    onFiles([...(input.files ?? [])]);
    input.remove();
  });
  input.addEventListener("cancel", () => input.remove());
  // Safari forgets one that stands nowhere.
  document.body.append(input);
  input.click();
}
