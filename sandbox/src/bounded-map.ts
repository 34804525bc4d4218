// A Map that forgets its oldest entry beyond a limit: the sandbox may run for weeks and keeps everything in memory.
export class BoundedMap<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #limit: number;
  readonly #onDrop: ((value: V) => void) | undefined;

  constructor(limit: number, onDrop?: (value: V) => void) {
    this.#limit = limit;
    this.#onDrop = onDrop;
  }

  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  has(key: K): boolean {
    return this.#entries.has(key);
  }

  set(key: K, value: V): void {
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#limit) return;
    const oldest = this.#entries.entries().next();
    if (oldest.done) return;
    this.#entries.delete(oldest.value[0]);
    this.#onDrop?.(oldest.value[1]);
  }

  delete(key: K): void {
    this.#entries.delete(key);
  }

  values(): IterableIterator<V> {
    return this.#entries.values();
  }
}
