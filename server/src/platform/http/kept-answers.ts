// Answers given again while nothing has changed. A request's session is read together with PostgreSQL's snapshot: which
// transactions had committed by then. As long as that text stays the same, every query would find what it found before,
// so the answer to the same caller and address is the same. Nothing is ever stale: any commit, on any server, makes
// another snapshot. What is kept was read at its snapshot or later, never earlier. Requests of one snapshot that come
// while their answer is being made wait for it instead of making it again.

export interface KeptAnswers {
  /** The body kept for this key, or under way; else the one that is made now. */
  give(key: string, snapshot: string, make: () => Promise<string>): Promise<Buffer>;
}

/** In bytes. It only holds what was asked since the last change; when it is full, it starts anew. */
const capacity = 4 * 1024 * 1024;
const largestBody = 64 * 1024;

export function createKeptAnswers(): KeptAnswers {
  let bodies = new Map<string, Promise<Buffer>>();
  let current = '';
  let size = 0;
  const startAnew = () => {
    bodies = new Map();
    size = 0;
  };

  const makeFor = async (key: string, make: () => Promise<string>): Promise<Buffer> => {
    const among = bodies;
    try {
      const body = Buffer.from(await make());
      if (body.length > largestBody) among.delete(key);
      // Another request may have seen a newer snapshot meanwhile: then this answer will not be asked for again.
      else if (among === bodies) {
        size += body.length;
        if (size > capacity) startAnew();
      }
      return body;
    } catch (error) {
      among.delete(key);
      throw error;
    }
  };

  return {
    give(key, snapshot, make) {
      if (snapshot !== current) startAnew();
      current = snapshot;
      const known = bodies.get(key);
      if (known !== undefined) return known;
      const made = makeFor(key, make);
      bodies.set(key, made);
      return made;
    },
  };
}
