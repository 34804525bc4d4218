/** At most `size` page numbers, centred on the current page as far as the ends allow. */
export function pageWindow(pages: number, current: number, size: number): number[] {
  const latestStart = pages - size + 1;
  const first = Math.max(1, Math.min(current - Math.floor(size / 2), latestStart));
  const length = Math.min(size, pages);
  return Array.from({ length }, (_, index) => first + index);
}
