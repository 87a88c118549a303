/** Completed years, and the day on which they change: 29 February counts as 1 March in other years. */

/** Whoever is not born yet on that day is 0. */
export function ageOn(dateOfBirth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return Math.max(0, day.slice(5) < dateOfBirth.slice(5) ? years - 1 : years);
}

export function birthdayIn(year: number, dateOfBirth: string): string {
  const day = dateOfBirth.slice(5);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return `${String(year).padStart(4, "0")}-${day === "02-29" && !isLeap ? "03-01" : day}`;
}
