// Daraja writes times in Nairobi's zone, which is UTC+3 the whole year.
const NAIROBI_OFFSET_MS = 3 * 60 * 60 * 1000;

function nairobiParts(at: Date): { date: [string, string, string]; time: [string, string, string] } {
  const iso = new Date(at.getTime() + NAIROBI_OFFSET_MS).toISOString();
  return {
    date: [iso.slice(0, 4), iso.slice(5, 7), iso.slice(8, 10)],
    time: [iso.slice(11, 13), iso.slice(14, 16), iso.slice(17, 19)],
  };
}

/** 20261115093000 */
export function yearFirstStamp(at: Date): string {
  const { date, time } = nairobiParts(at);
  return [...date, ...time].join('');
}

/** 15112026093000, as in a CheckoutRequestID */
export function dayFirstStamp(at: Date): string {
  const { date, time } = nairobiParts(at);
  return [...date.toReversed(), ...time].join('');
}

/** 15/11/26 at 9:30 AM, as in M-Pesa's own SMS */
export function smsStamp(at: Date): string {
  const { date, time } = nairobiParts(at);
  const hour = Number(time[0]);
  const clock = `${hour % 12 === 0 ? 12 : hour % 12}:${time[1]} ${hour < 12 ? 'AM' : 'PM'}`;
  return `${Number(date[2])}/${Number(date[1])}/${date[0].slice(2)} at ${clock}`;
}
