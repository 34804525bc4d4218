// Answers given again while nothing has changed. A request's session is read together with PostgreSQL's snapshot: which
// transactions had committed by then. As long as that text stays the same, every query would find what it found before,
// so the answer to the same caller and address is the same. Nothing is ever stale: any commit, on any server, makes
// another snapshot. What is kept was read at its snapshot or later, never earlier.

export interface KeptAnswers {
  find(key: string, snapshot: string): Buffer | undefined;
  keep(key: string, snapshot: string, body: string): Buffer;
}

/** In bytes. It only holds what was asked since the last change; when it is full, it starts anew. */
const capacity = 4 * 1024 * 1024;
const largestBody = 64 * 1024;

export function createKeptAnswers(): KeptAnswers {
  const bodies = new Map<string, Buffer>();
  let current = '';
  let size = 0;
  const startAnew = (snapshot: string) => {
    bodies.clear();
    size = 0;
    current = snapshot;
  };
  return {
    find(key, snapshot) {
      if (snapshot !== current) startAnew(snapshot);
      return bodies.get(key);
    },
    keep(key, snapshot, text) {
      const body = Buffer.from(text);
      // Another request has seen a newer snapshot meanwhile: this answer will not be asked for again.
      if (snapshot !== current || body.length > largestBody) return body;
      if (size + body.length > capacity) startAnew(snapshot);
      bodies.set(key, body);
      size += body.length;
      return body;
    },
  };
}
