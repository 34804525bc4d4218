/** Marks the search box that '/' goes to. */
export const searchBoxMark = { 'data-search-box': true };

export function focusSearchBox(): void {
  document.querySelector<HTMLInputElement>('[data-search-box]')?.focus();
}
