import type { Item } from './item.ts';

/** Items in the order in which they were given, found by their ids. Each change makes a new item. */
export class ItemStore {
  readonly #items: Item[] = [];
  readonly #places = new Map<number, number>();

  get all(): readonly Item[] {
    return this.#items;
  }

  get(id: number): Item | undefined {
    const place = this.#places.get(id);
    return place === undefined ? undefined : this.#items[place];
  }

  insert(item: Item): void {
    this.#places.set(item.id, this.#items.length);
    this.#items.push(item);
  }

  remove(id: number): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    this.#items.splice(place, 1);
    this.#places.clear();
    for (const [at, item] of this.#items.entries()) this.#places.set(item.id, at);
  }

  /** @param gone fields that the item no longer has */
  change(id: number, part: Partial<Item>, gone: readonly ('problem' | 'progress')[] = []): void {
    const place = this.#places.get(id);
    const item = place === undefined ? undefined : this.#items[place];
    if (place === undefined || item === undefined) return;
    const changed = { ...item, ...part };
    if (gone.includes('problem')) delete changed.problem;
    if (gone.includes('progress')) delete changed.progress;
    this.#items[place] = changed;
  }

  clear(): void {
    this.#items.length = 0;
    this.#places.clear();
  }
}
