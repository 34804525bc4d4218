/** UTC+3 the whole year. */
const nairobiOffsetMs = 3 * 3_600_000;

/** YYYYMMDDHHmmss in Nairobi, as Daraja writes times. */
export const nairobiStamp = (at: Date): string =>
  new Date(at.getTime() + nairobiOffsetMs).toISOString().replaceAll(/[-:T]/g, '').slice(0, 14);
