import { useAppInfo } from '../../lib/app-info.ts';

/** What the browser tab says. */
export function PageTitle({ children }: { children: string }) {
  const { productName } = useAppInfo();
  return <title>{`${children} · ${productName}`}</title>;
}
