// Numbers that look Kenyan and are given out once.
import type { Random } from './random.ts';

const prefixes = ['25470', '25471', '25472', '25474', '25479', '25411', '25410'];

export function createPhoneBook(random: Random): () => string {
  const taken = new Set<string>();
  return () => {
    for (;;) {
      const phone = `${random.pick(prefixes)}${random.integer(1_000_000, 9_999_999)}`;
      if (!taken.has(phone)) {
        taken.add(phone);
        return phone;
      }
    }
  };
}
