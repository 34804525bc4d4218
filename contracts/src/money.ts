// Money is integers of cents inside, shillings with at most two decimals on the wire.

export const currencyLabel = 'KSH';

export const toShillings = (cents: number): number => cents / 100;

/** Cents, or null when the number has more than two decimals or is not finite. */
export function toCents(shillings: number): number | null {
  const cents = Math.round(shillings * 100);
  return Number.isSafeInteger(cents) && Math.abs(cents / 100 - shillings) < 1e-9 ? cents : null;
}

/** 12,450 as in Kenyan English. By hand, because the first Intl.NumberFormat of a page holds up a phone for 90 ms. */
export const formatNumber = (value: number, decimals = 0): string => {
  const [whole = '', fraction] = value.toFixed(decimals).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
};

export const formatShillings = (shillings: number): string =>
  `${currencyLabel} ${formatNumber(shillings, 2)}`;

/** What one M-Pesa prompt can carry: whole shillings within these bounds (set by Safaricom). */
export const mpesaLimits = { min: 1, max: 250_000 } as const;

/** Why M-Pesa cannot carry this amount, in words for the payer; null when it can. */
export function mpesaAmountProblem(shillings: number): string | null {
  if (!Number.isInteger(shillings)) {
    return `M-Pesa takes whole shillings only; ${formatShillings(shillings)} has cents.`;
  }
  if (shillings < mpesaLimits.min || shillings > mpesaLimits.max) {
    return `M-Pesa takes from ${formatShillings(mpesaLimits.min)} to ${formatShillings(mpesaLimits.max)} at a time.`;
  }
  return null;
}
