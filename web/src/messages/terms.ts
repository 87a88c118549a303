/** Kept apart from the catalogue: only the page itself fetches it. */
export const termsSections = (bureau: string) => [
  {
    heading: "1. What this portal is for",
    paragraphs: [
      `Case Management Portal is operated by ${bureau} (the "bureau"). It is where the bureau and its clients prepare and follow applications for citizenship by investment: documents, messages, invoices and the progress of each case.`,
      "By signing in you agree to these terms. They add to, and do not replace, the service agreement that you have signed with the bureau.",
    ],
  },
  {
    heading: "2. Your account",
    paragraphs: [
      "Accounts are created by invitation and are personal. Choose a password that you use nowhere else, keep your verification codes to yourself, and tell the bureau at once if you believe that somebody else has had access.",
      "What is done with your account counts as done by you until you have told the bureau otherwise.",
    ],
  },
  {
    heading: "3. What you send us",
    paragraphs: [
      "You confirm that the documents and facts you provide are genuine, complete and yours to share, also where they concern members of your family. A false or altered document can end your application and may have to be reported to the authorities.",
      "You keep all rights in what you upload. You allow the bureau to copy, translate and submit it as far as your application requires.",
    ],
  },
  {
    heading: "4. No promise of an outcome",
    paragraphs: [
      "Citizenship is granted by the government concerned, at its own discretion. The stages and dates shown in the portal describe where your case stands; they are not a promise that it will be approved, or when.",
    ],
  },
  {
    heading: "5. Fees and invoices",
    paragraphs: [
      "Fees are set out in your service agreement and in the invoices shown in the portal. Amounts paid to a government are subject to the rules of its programme, including its rules on refunds.",
    ],
  },
  {
    heading: "6. Fair use",
    paragraphs: [
      "Do not try to reach cases that are not yours, disturb the portal, or upload harmful files. Access may be suspended while a suspected misuse is being examined.",
    ],
  },
  {
    heading: "7. Availability and liability",
    paragraphs: [
      "We work to keep the portal available at all times but cannot exclude interruptions. If a deadline is close and the portal cannot be reached, contact your adviser directly.",
      "The bureau is liable for damage caused intentionally or by gross negligence, and otherwise within the limits of your service agreement and of the law that applies to it.",
    ],
  },
  {
    heading: "8. Changes and contact",
    paragraphs: [
      "These terms may change when the portal or the law does. The date above shows the latest version; important changes are announced in the portal.",
      `Questions are answered by your adviser at ${bureau}, most easily in the chat of your case.`,
    ],
  },
];
