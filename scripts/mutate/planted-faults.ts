/** All of them, and whether one still fits the code it is meant for. */
import { fileFaults } from "./file-faults.ts";
import { permissionFaults } from "./permission-faults.ts";
import type { PlantedFault } from "./planted-fault.ts";
import { recordFaults } from "./record-faults.ts";
import { signInFaults } from "./sign-in-faults.ts";

export const plantedFaults: readonly PlantedFault[] = [
  ...permissionFaults,
  ...signInFaults,
  ...recordFaults,
  ...fileFaults,
];

/** Null when the text stands in the file exactly once. */
export function misplaced({ file, text }: PlantedFault, content: string): string | null {
  const times = content.split(text).length - 1;
  return times === 1 ? null : `${file} holds the text to be replaced ${times} times`;
}
