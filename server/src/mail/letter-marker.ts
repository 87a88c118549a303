/** The first line of a letter that can be answered; whatever stands above it is the answer. */
export const LETTER_MARKER = "##- Please write your answer above this line -##";
