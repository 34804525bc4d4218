import { formatNumber } from '@ghala/contracts/money';

export { formatShillings } from '@ghala/contracts/money';

/** 'YYYY-MM-DD HH:MM:SS' in UTC. */
export const formatTimestamp = (iso: string): string => {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? iso : time.toISOString().slice(0, 19).replace('T', ' ');
};

export const formatCount = (count: number): string => formatNumber(count);
