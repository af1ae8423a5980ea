import type { BrowserContext, Page, Request } from '@playwright/test';
import { formsOf, leaksIn, type Leak } from './forms.ts';

/** Everything that leaves a page or stays behind it, looked through for secrets. */
export class Watch {
  readonly #secrets = new Map<string, readonly string[]>();
  readonly #seen: { where: string; text: string }[] = [];
  /** Hosts that were given an Authorization header, and by which requests. */
  readonly authorized: string[] = [];

  /** @param name what it is called where it is found */
  guard(name: string, secret: string): void {
    this.#secrets.set(name, formsOf(secret));
  }

  note(where: string, text: string): void {
    this.#seen.push({ where, text });
  }

  of(context: BrowserContext): void {
    context.on('request', (request) => void this.#request(request));
    context.on('console', (message) => this.note('the console', message.text()));
    context.on('weberror', (error) => this.note('an error', `${error.error().stack}`));
    context.on('page', (page) => page.on('framenavigated', (frame) => this.note('an address', frame.url())));
  }

  async #request(request: Request): Promise<void> {
    this.note('a requested address', request.url());
    const headers = await request.allHeaders().catch(() => request.headers());
    this.note('a Referer', headers.referer ?? '');
    if (headers.authorization !== undefined) this.authorized.push(`${request.method()} ${request.url()}`);
    for (const [name, value] of Object.entries(headers))
      if (name !== 'authorization') this.note(`the header ${name}`, value);
  }

  /** What the page shows, and its own address. */
  async screen(page: Page, where: string): Promise<void> {
    this.note(`the address of ${where}`, page.url());
    const shown = await page.evaluate(() => {
      const values = [...document.querySelectorAll('input, textarea')].map((field) =>
        field instanceof HTMLInputElement && field.type === 'password'
          ? ''
          : (field as HTMLInputElement | HTMLTextAreaElement).value,
      );
      return [document.documentElement.outerHTML, document.title, ...values].join('\n');
    });
    this.note(`the page ${where}`, shown);
  }

  /** Everything that stays in the browser for the service's origin. */
  async stored(page: Page, where: string): Promise<void> {
    for (const [store, text] of Object.entries(await storesOf(page))) this.note(`${store}, ${where}`, text);
  }

  get leaks(): readonly Leak[] {
    return this.#seen.flatMap(({ where, text }) => leaksIn(where, text, this.#secrets));
  }

  /** How much was looked through, so that nothing found is not nothing looked at. */
  get looked(): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { where } of this.#seen) {
      const kind = where.split(',')[0] ?? where;
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
    return counts;
  }
}

const storesOf = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const found: Record<string, string> = {};
    const textOf = async (value: unknown): Promise<string> => {
      if (value instanceof Blob) return value.text();
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
        return new TextDecoder('latin1').decode(value);
      if (Array.isArray(value)) return (await Promise.all(value.map(textOf))).join('\n');
      if (typeof value === 'object' && value !== null)
        return (
          await Promise.all(Object.entries(value).map(async ([name, one]) => `${name}: ${await textOf(one)}`))
        ).join('\n');
      return String(value);
    };
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error(String(request.error)));
      });
    for (const { name } of await indexedDB.databases()) {
      if (!name) continue;
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const objects = database.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([done(objects.getAllKeys()), done(objects.getAll())]);
        found[`IndexedDB ${name}/${store}`] = await textOf([keys, values]);
      }
      database.close();
    }
    found.localStorage = JSON.stringify(localStorage);
    found.sessionStorage = JSON.stringify(sessionStorage);
    found.cookies = document.cookie;
    const cached: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        cached.push(request.url, JSON.stringify([...request.headers]), (await response?.text()) ?? '');
      }
    }
    found['Cache storage'] = cached.join('\n');
    const files: string[] = [];
    const walk = async (folder: FileSystemDirectoryHandle, at: string): Promise<void> => {
      for await (const [name, handle] of folder.entries()) {
        files.push(`${at}/${name}`);
        if (handle instanceof FileSystemDirectoryHandle) await walk(handle, `${at}/${name}`);
        else files.push(new TextDecoder('latin1').decode(await (await handle.getFile()).arrayBuffer()));
      }
    };
    await walk(await navigator.storage.getDirectory(), '');
    found['private files'] = files.join('\n');
    return found;
  });
