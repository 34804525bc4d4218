import type { Location } from 'react-router';

/** The number typed on the page before. It travels in the history entry: a reload keeps it and no address shows it. */
export function carriedPhoneNumber({ state }: Pick<Location<unknown>, 'state'>): string {
  const carried = typeof state === 'object' && state !== null && 'phoneNumber' in state && state.phoneNumber;
  return typeof carried === 'string' ? carried : '';
}
