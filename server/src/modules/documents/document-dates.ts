/** Which dates and countries a document may bear. */
import { countryOf } from "contract/countries";
import { addDays } from "contract/days";
import { reviewMessages } from "contract/reviews";
import { badField } from "#server/core/errors.ts";
import { bureauToday } from "#server/database/bureau-clock.ts";
import type { DocumentRow } from "#server/database/tables/documents.ts";

export type Dates = Pick<DocumentRow, "issuedOn" | "expiresOn">;
export type GivenDates = { [Name in keyof Dates]?: Dates[Name] | undefined };

/** With what is given in place of what is there; what is left out stays. Throws 400. */
export function datesAfter(before: Dates, given: GivenDates): Dates {
  const { issuedOn = before.issuedOn, expiresOn = before.expiresOn } = given;
  // One day ahead, since somewhere in the world it is already tomorrow.
  if (issuedOn !== null && issuedOn > addDays(bureauToday(), 1))
    throw badField("issuedOn", reviewMessages.issuedLater);
  if (issuedOn !== null && expiresOn !== null && expiresOn < issuedOn)
    throw badField("expiresOn", reviewMessages.expiresBefore);
  return { issuedOn, expiresOn };
}

export function assertKnownCountry(country: string | null | undefined): void {
  if (country != null && countryOf(country) === null)
    throw badField("country", reviewMessages.country);
}
