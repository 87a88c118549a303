/** The words of a screen as XPath. */
export const button = (name: string) =>
  `//button[normalize-space(.)="${name}" or @aria-label="${name}"]`;

export const buttonBeginning = (name: string) =>
  `//button[starts-with(normalize-space(.), "${name}") or starts-with(@aria-label, "${name}")]`;

export const field = (label: string) =>
  `//*[self::input or self::textarea][@aria-label="${label}" or @id=//label[starts-with(normalize-space(.), "${label}")]/@for]`;

export const combobox = (label: string) =>
  `//*[@role="combobox"][@aria-label="${label}" or @id=//label[starts-with(normalize-space(.), "${label}")]/@for]`;

export const option = (name: string) =>
  `//*[@role="option"][contains(normalize-space(.), "${name}")]`;

export const tab = (name: string) => `//*[@role="tab"][starts-with(normalize-space(.), "${name}")]`;

export const text = (words: string) => `//*[contains(text(), "${words}")]`;

export const dialog = '//*[@role="dialog"]';

export const inDialog = (xpath: string) => `${dialog}${xpath}`;
