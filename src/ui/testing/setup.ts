import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(cleanup);

// What jsdom lacks and the parts use. Each does the least that is true of a browser.
window.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }) satisfies MediaQueryList;

// Safe: the declaration says that it is always there, jsdom leaves it out.
const element = Element.prototype as { scrollIntoView?: () => void };
element.scrollIntoView ??= () => undefined;

const dialog = HTMLDialogElement.prototype as Partial<Pick<HTMLDialogElement, 'showModal' | 'close'>>;
dialog.showModal ??= function showModal(this: HTMLDialogElement) {
  this.setAttribute('open', '');
  this.querySelector<HTMLElement>('button, input, a[href]')?.focus();
};
dialog.close ??= function close(this: HTMLDialogElement) {
  this.removeAttribute('open');
};
