/** The Range header, as far as browsers and viewers use it: one range, also open-ended or from the end (RFC 9110). */
import type { ByteRange } from "#server/integrations/storage/storage.ts";

export type RangeAnswer = ByteRange | "whole" | "unsatisfiable";

const pattern = /^bytes=(\d{0,15})-(\d{0,15})$/;

export function readRange(header: string | undefined, size: number): RangeAnswer {
  const match = pattern.exec(header?.replaceAll(" ", "") ?? "");
  const [, first = "", last = ""] = match ?? [];
  // Several ranges, other units and nonsense are answered with the whole file, as the standard allows.
  if (first === "" && last === "") return "whole";
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return "whole";
  return start >= size ? "unsatisfiable" : { start, end };
}
