// Kenyan phone numbers: any usual form in, one canonical form (2547XXXXXXXX) stored, local form (07XXXXXXXX) shown.
// Operator prefixes are not listed on purpose: numbers are portable and new blocks keep opening.

const canonical = /^254[71]\d{8}$/;

/** Canonical form, or null when the text is not a Kenyan mobile number. */
export function parsePhone(text: string): string | null {
  const compact = text.replaceAll(/[\s\-().]/g, '');
  const digits = compact.replace(/^(?:\+|00)/, '');
  const national = digits.startsWith('254')
    ? digits.slice(3)
    : compact === digits
      ? digits.replace(/^0/, '')
      : '';
  const phone = `254${national}`;
  return canonical.test(phone) ? phone : null;
}

export const localPhone = (phone: string): string => (canonical.test(phone) ? `0${phone.slice(3)}` : phone);

/** The digits to look for when a person types (part of) a phone number in a search box; null when it is not one. */
export function phoneSearchDigits(text: string): string | null {
  const compact = text.replaceAll(/[\s\-().]/g, '');
  if (!/^\+?\d{3,15}$/.test(compact)) return null;
  const digits = compact.replace(/^\+/, '').replace(/^00/, '');
  if (digits.startsWith('254')) return digits;
  return digits.startsWith('0') ? `254${digits.slice(1)}` : digits;
}
