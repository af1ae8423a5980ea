/**
 * What test files get for `vitest` in a mutation run: the real `expect` and `vi`, and a `describe` and `it` that
 * only write the tests down, so that each can be called again and again without loading anything anew.
 */
import { expect, vi } from 'vitest';

/**
 * @typedef {() => unknown} Body
 * @typedef {{ id: string, file: string, name: string, body: Body, after: Body[] }} WrittenTest
 */

/** @type {WrittenTest[]} */
export const written = [];
const place = { file: '', path: /** @type {string[]} */ ([]), after: /** @type {Body[]} */ ([]) };

/** The next tests belong to this file. */
export function openFile(/** @type {string} */ file) {
  Object.assign(place, { file, path: [], after: [] });
}

function describe(/** @type {string} */ title, /** @type {Body} */ body) {
  place.path.push(title);
  body();
  place.path.pop();
}

function it(/** @type {string} */ title, /** @type {unknown[]} */ ...options) {
  const body = /** @type {Body} */ (options.find((one) => typeof one === 'function'));
  const name = [...place.path, title].join(' ');
  const same = written.filter((one) => one.file === place.file && one.name.startsWith(name)).length;
  const id = `${place.file}#${same === 0 ? name : `${name} (${same})`}`;
  written.push({ id, file: place.file, name, body, after: place.after });
}

/** Each case has its number in its title: unlike the case, it is never the same twice. */
function each(/** @type {typeof describe} */ write) {
  return (/** @type {readonly unknown[]} */ cases) =>
    (/** @type {string} */ title, /** @type {(...one: unknown[]) => unknown} */ body) => {
      for (const [index, one] of cases.entries())
        write(`${title} [${index}]`, () => body(...(Array.isArray(one) ? one : [one])));
    };
}

function complete(/** @type {typeof describe} */ write) {
  const nothing = () => undefined;
  return Object.assign(write, {
    each: each(write),
    skipIf: (/** @type {unknown} */ skip) => (skip ? nothing : write),
  });
}

const describeAll = complete(describe);
const itAll = complete(it);
const afterEach = (/** @type {Body} */ body) => place.after.push(body);

export { afterEach, describeAll as describe, expect, itAll as it, itAll as test, vi };
