// Reading a page of a long list from whichever end is nearer: the last page costs what the first one does.

export type Direction = 'desc' | 'asc';

export interface Place {
  offset: number;
  limit: number;
}

/** `read` is asked for a place counted from the start of the given direction; the answer is in the wanted one. */
export async function readFromNearerEnd<Row>(
  place: Place,
  direction: Direction,
  total: number,
  read: (direction: Direction, place: Place) => Promise<Row[]>,
): Promise<Row[]> {
  const limit = Math.min(place.limit, total - place.offset);
  if (limit <= 0) return [];
  const fromOtherEnd = total - place.offset - limit;
  if (fromOtherEnd >= place.offset) return read(direction, { offset: place.offset, limit });
  return (await read(direction === 'desc' ? 'asc' : 'desc', { offset: fromOtherEnd, limit })).toReversed();
}
