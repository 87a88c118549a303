import { createContext, useContext } from "react";

export type FieldWiring = {
  readonly id?: string;
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: true;
  readonly "aria-required"?: true;
};

/** A field tells the control inside it who it is and what describes it. */
export const FieldContext = createContext<FieldWiring>({});

export function useFieldWiring(): FieldWiring {
  return useContext(FieldContext);
}
