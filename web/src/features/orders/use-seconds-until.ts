import { useEffect, useState } from 'react';

/** Whole seconds until the given time, counting down; 0 once it has come. */
export function useSecondsUntil(iso: string | null): number {
  const [now, setNow] = useState(() => Date.now());
  const left = iso === null ? 0 : Math.max(0, Math.ceil((Date.parse(iso) - now) / 1000));
  const isCounting = left > 0;
  useEffect(() => {
    if (!isCounting) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isCounting]);
  return left;
}
