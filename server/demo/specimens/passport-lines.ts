/** The two lines at the bottom of a passport page (ICAO 9303). */
export type PassportHolder = {
  /** Three letters. */
  country: string;
  surname: string;
  givenNames: string;
  number: string;
  dateOfBirth: string;
  gender: "male" | "female";
  expiryDate: string;
};

const LINE_LENGTH = 44;
const weights = [7, 3, 1] as const;

export function passportLines(holder: PassportHolder): [string, string] {
  const names = `${letters(holder.surname)}<<${letters(holder.givenNames)}`;
  const number = withCheckDigit(holder.number.padEnd(9, "<"));
  const birth = withCheckDigit(sixDigits(holder.dateOfBirth));
  const expiry = withCheckDigit(sixDigits(holder.expiryDate));
  const personal = "<".repeat(15);
  const sex = holder.gender === "male" ? "M" : "F";
  const checked = number + birth + expiry + personal;
  return [
    `P<${holder.country}${names}`.padEnd(LINE_LENGTH, "<").slice(0, LINE_LENGTH),
    `${number}${holder.country}${birth}${sex}${expiry}${personal}${checkDigit(checked)}`,
  ];
}

function letters(name: string): string {
  return name
    .toUpperCase()
    .normalize("NFD")
    .replace(/[^A-Z -]/g, "")
    .replace(/[ -]+/g, "<");
}

function sixDigits(date: string): string {
  return date.slice(2).replaceAll("-", "");
}

function withCheckDigit(text: string): string {
  return text + checkDigit(text);
}

function checkDigit(text: string): string {
  const sum = Array.from(text).reduce(
    (total, character, index) => total + valueOf(character) * (weights[index % 3] ?? 0),
    0,
  );
  return String(sum % 10);
}

function valueOf(character: string): number {
  if (character === "<") return 0;
  return Number.parseInt(character, 36);
}
