import '@testing-library/jest-dom/vitest';
import { __unsafe_useEmotionCache as useStyleCache } from '@emotion/react';
import { cleanup, configure, renderHook } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';

afterEach(() => {
  cleanup();
  // Where what had the focus was removed, jsdom gives it to the body, from which a Tab makes no visible focus.
  const last = document.body.appendChild(document.createElement('button'));
  last.focus();
  last.blur();
  last.remove();
});

// The styles of files before would be matched against every element whose visibility a query computes.
afterAll(() => {
  const { result } = renderHook(() => useStyleCache());
  const cache = result.current;
  cleanup();
  if (!cache) return;
  cache.sheet.flush();
  cache.inserted = {};
  cache.registered = {};
});

// The test files of a worker share one document.
afterAll(() => {
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  document.title = '';
  history.replaceState(null, '', '/');
  window.localStorage.clear();
  window.sessionStorage.clear();
});

// Pages and the shell come in files of their own: a busy machine needs longer than a second to fetch them.
configure({ asyncUtilTimeout: 10_000 });

// What jsdom lacks and the parts use. Each does the least that is true of a browser.
// MUI still calls the names of before `addEventListener`.
const olderNames = { addListener: () => undefined, removeListener: () => undefined };

// Safe: the declaration says that it is always there, jsdom leaves it out.
const page = window as { matchMedia?: typeof window.matchMedia };
page.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    ...olderNames,
    dispatchEvent: () => false,
  }) satisfies MediaQueryList;

// Safe: the declaration says that it is always there, jsdom leaves it out.
const element = Element.prototype as { scrollIntoView?: () => void };
element.scrollIntoView ??= () => undefined;

// The bytes of Node's own buffers are of Node's realm: without one realm for all, no library takes them for bytes.
globalThis.Uint8Array = Object.getPrototypeOf(Buffer) as Uint8ArrayConstructor; // the class that Buffer extends

const blob = Blob.prototype as Partial<Pick<Blob, 'stream' | 'arrayBuffer'>>;
blob.arrayBuffer ??= function arrayBuffer(this: Blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer); // what readAsArrayBuffer gives
    reader.onerror = () => reject(reader.error ?? new Error('The bytes cannot be read.'));
    reader.readAsArrayBuffer(this);
  });
};
blob.stream ??= function stream(this: Blob) {
  const bytes = this.arrayBuffer();
  return new ReadableStream({
    async pull(controller) {
      controller.enqueue(new Uint8Array(await bytes));
      controller.close();
    },
  });
};
