import { File, FileArchive, FileImage, FileText, type LucideIcon } from "lucide-react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import { tintStyle } from "./tint.ts";

const kinds: Record<string, { readonly icon: LucideIcon; readonly hue: number }> = {
  pdf: { icon: FileText, hue: 25 },
  doc: { icon: FileText, hue: 256 },
  docx: { icon: FileText, hue: 256 },
  txt: { icon: FileText, hue: 235 },
  zip: { icon: FileArchive, hue: 82 },
};
const image = { icon: FileImage, hue: 155 };
const images = new Set(["jpg", "jpeg", "png", "gif", "webp", "heic"]);
const other = { icon: File, hue: 235 };

/** The kind of a file by the end of its name. */
export function FileIcon({
  name,
  className,
}: {
  readonly name: string;
  readonly className?: string;
}) {
  const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  const { icon, hue } = images.has(extension) ? image : (kinds[extension] ?? other);
  return (
    <span
      style={tintStyle({ hue })}
      className={classes(
        "tinted inline-grid size-7 shrink-0 place-items-center rounded-sm bg-tint text-tint-ink",
        className,
      )}
    >
      <Icon of={icon} />
    </span>
  );
}
