import { askedAgain, readCategories } from "contract/reading-parts";
import type { PassportWarning } from "contract/readings";
import type { QueueRow } from "contract/reviews";
import { rightExpiryOf } from "#web/features/readings/reading-rows.ts";
import { useReading } from "#web/features/readings/readings.queries.ts";

export type AskedAgain = PassportWarning & { readonly code: (typeof askedAgain)[number] };

/** What the reading of a passport means for the decision about it. */
export function useDeskReading({ document }: QueueRow) {
  const isPassport = readCategories.some((category) => category === document.category);
  const { data } = useReading(document.id, isPassport);
  const reading = isPassport ? data : undefined;
  const warnings = reading?.warnings ?? [];
  return {
    isPassport,
    /** Proven by its check digit. */
    expiresOn: rightExpiryOf(reading),
    /** The card says already how long it is valid. */
    tellsValidity: warnings.some(({ code }) => code === "expired" || code === "expires_soon"),
    /** Whoever accepts it all the same is asked once more. */
    asked: warnings.filter((warning): warning is AskedAgain =>
      askedAgain.some((code) => code === warning.code),
    ),
  };
}
