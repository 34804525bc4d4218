// Daraja's result codes in words for the payer. By code alone: the texts that come with them differ between callback
// and query. A code that is not here ends nothing.
import type { Ending } from '../payment-provider.ts';

const atOnce = 0;
/** Safaricom asks to leave a phone alone this long when it did not answer or was busy. */
const aMinute = 60_000;
const twoMinutes = 120_000;

const endings: Readonly<Record<string, Ending>> = {
  '1': { words: 'There is not enough money in your M-Pesa account.', waitMs: atOnce },
  '2': { words: 'The amount is below what M-Pesa takes.', waitMs: atOnce },
  '3': { words: 'The amount is above what M-Pesa takes at a time.', waitMs: atOnce },
  '4': { words: 'This would pass your M-Pesa limit for today.', waitMs: atOnce },
  '8': { words: 'The account that receives the money is full. Please tell us.', waitMs: atOnce },
  '17': {
    words: 'M-Pesa takes the same amount from you once in two minutes. Please wait.',
    waitMs: twoMinutes,
  },
  '26': { words: 'M-Pesa is busy. Please try again in a minute.', waitMs: aMinute },
  '1001': {
    words: 'Your phone is busy with another M-Pesa request. Please try again in a minute.',
    waitMs: aMinute,
  },
  '1019': { words: 'The request expired before you answered it.', waitMs: atOnce },
  '1025': {
    words: 'The prompt could not be sent to your phone. Please try again in a minute.',
    waitMs: aMinute,
  },
  '1031': { words: 'You cancelled the request on your phone.', waitMs: atOnce },
  '1032': { words: 'You cancelled the request on your phone.', waitMs: atOnce },
  '1037': { words: 'Your phone did not answer. Is it on, and in reach of the network?', waitMs: aMinute },
  '2001': { words: 'The M-Pesa PIN was wrong.', waitMs: atOnce },
  '2028': {
    words: 'M-Pesa is not set up rightly on our side. Please pay another way and tell us.',
    waitMs: atOnce,
  },
  '8006': { words: 'Your M-Pesa PIN is locked. Safaricom can unlock it: call 100 or 234.', waitMs: atOnce },
  '9999': {
    words: 'The prompt could not be sent to your phone. Please try again in a minute.',
    waitMs: aMinute,
  },
  SFC_IC0003: {
    words: 'M-Pesa is not set up rightly on our side. Please pay another way and tell us.',
    waitMs: atOnce,
  },
};

/** Refusals of the push itself: nobody was asked. */
const refusals: Readonly<Record<string, Ending>> = {
  'not-sent': { words: 'M-Pesa could not be reached. Please try again in a moment.', waitMs: atOnce },
  '400.002.02': { words: 'M-Pesa did not take this phone number or amount.', waitMs: atOnce },
  '500.001.1001': {
    words: 'Your phone is busy with another M-Pesa request. Please try again in a minute.',
    waitMs: aMinute,
  },
  '500.003.02': { words: 'M-Pesa is busy. Please try again in a moment.', waitMs: atOnce },
  '500.003.03': { words: 'M-Pesa is busy. Please try again in a moment.', waitMs: atOnce },
};

export const stillProcessing = '4999';

export const isEnding = (code: string): boolean => Object.hasOwn(endings, code);

export const describeResult = (code: string): Ending =>
  endings[code] ??
  refusals[code] ?? { words: 'M-Pesa could not do this. Nothing was taken.', waitMs: atOnce };
