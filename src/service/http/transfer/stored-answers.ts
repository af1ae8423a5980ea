import type { TransferredAnswer } from './transfer.ts';

/** A list that was answered, in the bytes in which it is answered again. */
export interface StoredAnswer extends TransferredAnswer {
  /** Names of arguments that the operation does not have, for the log. */
  readonly unknown: readonly string[];
}

/** Bytes of all stored answers together; the least recently used are dropped first. */
const mostBytes = 32 * 1024 * 1024;

/** Bytes of memory that an entry takes beside its content. */
const overhead = 1024;

/**
 * Answers by caller and selection, each for one version of the data (Rule WI-19). The version is read after the request
 * came and before an answer is made: an answer whose version is still the current one is the answer of now.
 */
export class StoredAnswers {
  readonly #entries = new Map<
    string,
    { readonly version: string; readonly answer: Promise<StoredAnswer>; bytes: number }
  >();
  #bytes = 0;

  /** @param make what answers where nothing is stored of this version; of those who come at once, one makes it */
  async find(key: string, version: string, make: () => Promise<StoredAnswer>): Promise<StoredAnswer> {
    const found = this.#entries.get(key);
    if (found?.version === version) {
      // The order of a map is that of insertion: what was used last stands last.
      this.#entries.delete(key);
      this.#entries.set(key, found);
      return found.answer;
    }
    this.#drop(key);
    const entry = { version, answer: make(), bytes: overhead + 2 * key.length };
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
    try {
      const answer = await entry.answer;
      if (this.#entries.get(key) === entry) {
        // The compressed twin is never larger.
        const size = 2 * answer.bytes.byteLength;
        entry.bytes += size;
        this.#bytes += size;
        this.#shrink();
      }
      return answer;
    } catch (error) {
      if (this.#entries.get(key) === entry) this.#drop(key);
      throw error;
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }

  #shrink(): void {
    for (const key of this.#entries.keys()) {
      if (this.#bytes <= mostBytes) return;
      this.#drop(key);
    }
  }
}
