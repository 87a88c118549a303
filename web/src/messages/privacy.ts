/** Kept apart from the catalogue: only the page itself fetches it. */
export const privacySections = (bureau: string) => [
  {
    heading: "1. Who is responsible",
    paragraphs: [
      `${bureau} decides why and how the personal data in this portal is used and is responsible for it. Write to your adviser, in the chat of your case or by e-mail, about anything on this page.`,
    ],
  },
  {
    heading: "2. What we hold",
    paragraphs: [
      "About your account: name, e-mail address, role, picture if you add one, the devices you trust, and a record of when you signed in.",
      "About your case: the people applying, their nationality, dates of birth and family relations; identity, civil status, financial, medical and police documents; messages, invoices and receipts; and a log of what was done in the case and by whom.",
    ],
  },
  {
    heading: "3. Why we hold it",
    paragraphs: [
      "To prepare and submit the application that you have asked us to make, to meet the duties that the law puts on us, such as checks against money laundering, and to keep your account safe. We do not sell data, and we do not use it for advertising.",
    ],
  },
  {
    heading: "4. Who receives it",
    paragraphs: [
      "The staff of the bureau who work on your case, the government units and due diligence agents of the programme you apply to, banks that clear your contribution, and couriers that deliver your documents. Service providers that run the portal for us act on our instructions only.",
      "Some of them are in other countries. We share what the application requires and no more.",
    ],
  },
  {
    heading: "5. How it is protected",
    paragraphs: [
      "Files are encrypted where they are stored and on their way to you. Unknown devices are asked for a code. Everybody sees only the cases assigned to them, and every view and download of a document is recorded.",
      "No protection is perfect. If data of yours is affected by an incident, we will tell you and the authorities as the law demands.",
    ],
  },
  {
    heading: "6. How long we keep it",
    paragraphs: [
      "While your case is open, and after it is closed for as long as the law requires us to keep records, commonly five years. After that the documents are erased.",
    ],
  },
  {
    heading: "7. Cookies and storage in your browser",
    paragraphs: [
      "The portal uses cookies only to keep you signed in, to recognise a trusted device and to protect forms from misuse. Your browser also remembers a few choices, such as the theme and the layout of lists. There is no tracking.",
    ],
  },
  {
    heading: "8. Your rights",
    paragraphs: [
      "You may ask what we hold about you, have mistakes corrected, receive a copy, object to a use, or have data erased where no duty to keep it stands against that. You may also complain to the data protection authority that is competent for you.",
    ],
  },
];
