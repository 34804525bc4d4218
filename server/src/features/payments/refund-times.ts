// How long a provider may still tell what became of a refund. Only after that may a person say it.

const minute = 60_000;
const day = 24 * 60 * minute;

/** From when it was sent. M-Pesa tells the result of a reversal within minutes, or not at all. */
export const resultWindowMs = 15 * minute;
/** A bank may take ten working days. After this long a provider is not asked any more; it may still tell by itself. */
export const askedAboutMs = 30 * day;
