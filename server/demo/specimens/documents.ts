/** What each kind of paper says: who issues it, its Arabic title, and its sentences. */
import type { DocumentCategory } from "contract/document-categories";

/** Where a paper comes from: the country the family lives in, the one it comes from, or the one it applies to. */
export type Origin = "residence" | "home" | "program";

export type Paper = {
  titleArabic: string;
  /** The beginning of its number. */
  prefix: string;
  origin: Origin;
  issuer: string;
  sentences: (name: string) => string[];
};

export const papers: Record<DocumentCategory, Paper> = {
  passport: {
    titleArabic: "جواز سفر",
    prefix: "P",
    origin: "home",
    issuer: "Passport Office",
    sentences: () => [],
  },
  id: {
    titleArabic: "بطاقة هوية",
    prefix: "ID",
    origin: "home",
    issuer: "Identity Authority",
    sentences: (name) => [
      `Front and back of the identity card of ${name}.`,
      "The card remains the property of the issuing authority and is returned to it on request.",
    ],
  },
  "police-residence": {
    titleArabic: "شهادة حسن سيرة وسلوك",
    prefix: "PC",
    origin: "residence",
    issuer: "General Directorate of Police",
    sentences: (name) => [
      `This is to certify that, on the date of issue, no criminal record was found for ${name}.`,
      "The certificate is issued at the request of the holder for submission to an authority abroad.",
    ],
  },
  "police-origin": {
    titleArabic: "سجل عدلي",
    prefix: "PC",
    origin: "home",
    issuer: "Directorate of Criminal Records",
    sentences: (name) => [
      `No judgement and no pending prosecution is recorded for ${name}.`,
      "Issued for use abroad. An English translation is attached where the original is in another language.",
    ],
  },
  birth: {
    titleArabic: "شهادة ميلاد",
    prefix: "BC",
    origin: "home",
    issuer: "Civil Registry",
    sentences: (name) => [
      `The birth of ${name} is entered in the register under the number above.`,
      "The entry has been compared with the original and found to agree.",
    ],
  },
  cv: {
    titleArabic: "السيرة الذاتية",
    prefix: "CV",
    origin: "residence",
    issuer: "Personal profile",
    sentences: (name) => [
      `${name} gives the following account of education, work and residence over the last ten years.`,
      "No period of more than three months is left out.",
      "I have never been refused a visa, and I have never been charged with an offence in any country.",
    ],
  },
  asset: {
    titleArabic: "تقرير الأصول",
    prefix: "AR",
    origin: "residence",
    issuer: "Chartered Accountants",
    sentences: (name) => [
      `At the request of ${name} we have listed the assets and liabilities of the family as shown to us.`,
      "Values are in US dollars and are those of the last audited statements.",
    ],
  },
  "bank-statement": {
    titleArabic: "كشف حساب مصرفي",
    prefix: "BS",
    origin: "residence",
    issuer: "Demonstration Bank",
    sentences: (name) => [`Statement of the current account of ${name} for the period shown.`],
  },
  "bank-reference": {
    titleArabic: "خطاب مرجعي من المصرف",
    prefix: "BR",
    origin: "residence",
    issuer: "Demonstration Bank",
    sentences: (name) => [
      `${name} has been our customer since 2015. All accounts have been kept to our full satisfaction.`,
      "This letter is given without responsibility on our part.",
    ],
  },
  address: {
    titleArabic: "إثبات عنوان السكن",
    prefix: "PA",
    origin: "residence",
    issuer: "Municipal Services",
    sentences: (name) => [
      `The address registered for ${name} is Apartment 1204, Example Tower, Dubai.`,
    ],
  },
  employment: {
    titleArabic: "إثبات العمل",
    prefix: "TL",
    origin: "residence",
    issuer: "Department of Economy",
    sentences: (name) => [
      `Licence for general trading in the name of ${name}.`,
      "The licence is renewed every year and is valid for the activity named in it.",
    ],
  },
  medical: {
    titleArabic: "شهادة طبية",
    prefix: "MC",
    origin: "residence",
    issuer: "Demonstration Clinic",
    sentences: (name) => [
      `${name} was examined on the date of issue and was found to be free of notifiable disease.`,
    ],
  },
  photos: {
    titleArabic: "صورة شخصية",
    prefix: "PH",
    origin: "residence",
    issuer: "Photo Studio",
    sentences: () => [],
  },
  marriage: {
    titleArabic: "عقد زواج",
    prefix: "MR",
    origin: "home",
    issuer: "Civil Registry",
    sentences: (name) => [
      `The marriage of ${name} is entered in the register under the number above.`,
    ],
  },
  school: {
    titleArabic: "إفادة دراسية",
    prefix: "SL",
    origin: "residence",
    issuer: "Demonstration School and University",
    sentences: (name) => [
      `${name} is enrolled for the academic year 2026/2027 as a full-time student.`,
    ],
  },
  "non-married": {
    titleArabic: "شهادة عزوبية",
    prefix: "SS",
    origin: "home",
    issuer: "Civil Registry",
    sentences: (name) => [`No marriage is entered in the register for ${name}.`],
  },
  other: {
    titleArabic: "مستند داعم",
    prefix: "SD",
    origin: "residence",
    issuer: "Notary Public",
    sentences: (name) => [
      `Sworn before me: ${name} lives in the household of the main applicant and is supported by him.`,
    ],
  },
  nomination: {
    titleArabic: "استمارة ترشيح",
    prefix: "NF",
    origin: "program",
    issuer: "Citizenship Office",
    sentences: (name) => [
      `${name} is nominated for citizenship and declares that every statement in this form is true.`,
      "Part A: personal data. Part B: family. Part C: source of funds. Part D: declaration and signature.",
    ],
  },
  "passport-form": {
    titleArabic: "استمارة طلب جواز سفر",
    prefix: "PF",
    origin: "program",
    issuer: "Passport Office",
    sentences: (name) => [
      `${name} applies for a first passport. Biometric data follow by appointment.`,
    ],
  },
  oath: {
    titleArabic: "قسم الولاء",
    prefix: "OA",
    origin: "program",
    issuer: "Commissioner for Oaths",
    sentences: (name) => [
      `I, ${name}, swear that I will bear true allegiance to the Republic and uphold its Constitution.`,
      "Sworn at Dubai before the Commissioner.",
    ],
  },
  "fiu-letter": {
    titleArabic: "خطاب وحدة المعلومات المالية",
    prefix: "FIU",
    origin: "program",
    issuer: "Financial Intelligence Unit",
    sentences: (name) => [
      `The background check of ${name} and of the family has been completed without adverse findings.`,
    ],
  },
  "approval-in-principle": {
    titleArabic: "موافقة مبدئية",
    prefix: "AIP",
    origin: "program",
    issuer: "Citizenship Commission",
    sentences: (name) => [
      `The application of ${name} is approved in principle, subject to payment of the contribution.`,
    ],
  },
  "vanuatu-id": {
    titleArabic: "بطاقة هوية وطنية",
    prefix: "NID",
    origin: "program",
    issuer: "Civil Registry and Identity",
    sentences: () => [],
  },
  "vanuatu-birth": {
    titleArabic: "شهادة ميلاد",
    prefix: "VB",
    origin: "program",
    issuer: "Civil Registry and Identity",
    sentences: (name) => [
      `The birth of ${name} has been registered for the purpose of citizenship.`,
    ],
  },
  "vanuatu-citizenship": {
    titleArabic: "شهادة جنسية",
    prefix: "CC",
    origin: "program",
    issuer: "Citizenship Commission",
    sentences: (name) => [`${name} is a citizen of the Republic from the date of issue.`],
  },
  "vanuatu-passport": {
    titleArabic: "جواز سفر",
    prefix: "VP",
    origin: "program",
    issuer: "Passport Office",
    sentences: () => [],
  },
  uncategorized: {
    titleArabic: "مستند ممسوح ضوئياً",
    prefix: "SC",
    origin: "residence",
    issuer: "Scanned paper",
    sentences: () => [
      "A scan without a name: somebody still has to say what it is and whose it is.",
      "Page 1 of a household bill, slightly turned, as telephones deliver them.",
    ],
  },
};
