/** As numbers are written: in groups. */
const BETWEEN = /[\s()-]/g;
const PHONE = /^\+?\d{5,20}$/;

/** The forms in which a typed phone number may be stored; none for a text that is no number. */
export function phoneForms(text: string): string[] {
  const digits = text.replaceAll(BETWEEN, '');
  return PHONE.test(digits) ? [digits, `+${digits.replace(/^\+/, '')}`, `+86${digits}`] : [];
}
