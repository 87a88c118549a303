/** The twelve statuses of a case, in pipeline order (C:104, D-034, D-036, D-037). */

export const caseStatuses = [
  "onboarding",
  "due_diligence_fiu_first_stage",
  "citizenship_application_second_stage",
  "bank_clearance",
  "issuance_of_citizenship_certificate",
  "oath_ceremony_coordination",
  "national_id_and_birth_registration",
  "passport_production",
  "courier",
  "hold",
  "cancelled",
  "citizen",
] as const;
export type CaseStatus = (typeof caseStatuses)[number];

/** `short` is for narrow places such as the pipeline strip; `description` is shown while a case has no text of its own. */
export const caseStatusTexts: Record<
  CaseStatus,
  { label: string; short: string; description: string | null }
> = {
  onboarding: {
    label: "Onboarding",
    short: "Onboarding",
    description:
      "Welcome: we are opening your file, confirming who is applying and collecting the first set of documents.",
  },
  due_diligence_fiu_first_stage: {
    label: "Due Diligence - FIU (First Stage)",
    short: "Diligence",
    description:
      "Your first-stage file is with the Financial Intelligence Unit for background checks; you need do nothing unless we write to you here.",
  },
  citizenship_application_second_stage: {
    label: "Citizenship Application (Second Stage)",
    short: "Application",
    description:
      "Your first-stage clearance is in hand, and we are completing the full citizenship file for every family member before it is lodged.",
  },
  bank_clearance: {
    label: "Bank Clearance",
    short: "Bank",
    description:
      "Your contribution has reached the receiving bank, which is completing its compliance review before crediting the government account.",
  },
  issuance_of_citizenship_certificate: {
    label: "Issuance of Citizenship Certificate",
    short: "Certificate",
    description:
      "Your application has been approved, and the certificates of citizenship are being prepared and signed.",
  },
  oath_ceremony_coordination: {
    label: "Oath Ceremony Coordination",
    short: "Oath",
    description:
      "We are agreeing a date and place for your oath of allegiance and will send you every detail well in advance.",
  },
  national_id_and_birth_registration: {
    label: "National ID & Birth Registration",
    short: "ID & birth",
    description:
      "Your national identity number and birth registration are being entered in the civil register, so that the passport can follow.",
  },
  passport_production: {
    label: "Passport Production",
    short: "Passport",
    description:
      "Your passports have been requested and are being personalised; if a biometric appointment is needed we will arrange it with you.",
  },
  courier: {
    label: "Courier",
    short: "Courier",
    description:
      "Your documents are complete and are travelling to you by insured courier; the tracking number is in the chat.",
  },
  hold: {
    label: "On Hold",
    short: "On hold",
    description:
      "Your case is paused and everything submitted so far is kept safe; your adviser will explain what is needed to continue.",
  },
  cancelled: {
    label: "Cancelled",
    short: "Cancelled",
    description:
      "This case has been closed and no further steps will be taken; your adviser remains available for any question.",
  },
  citizen: {
    label: "Citizen",
    short: "Citizen",
    description: null,
  },
};
