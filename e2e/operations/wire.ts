import type { Page, Route } from '@playwright/test';
import { isLosslessNumber, LosslessNumber, parse, stringify } from 'lossless-json';
import { allOperations } from '#contract/operations/operations.ts';
import type { AnyOperation } from './places.ts';
import { fetchWhole, fulfillChanged } from '../whole-answers.ts';

/** One call of the page, as it was answered to it. */
export interface Call {
  readonly operation: AnyOperation;
  readonly status: number;
  /** What the page sent, as JSON. */
  readonly sent: unknown;
  /** The service's answer has the field that is looked at. */
  readonly holds: boolean;
  /** The value there, as the service gave it. */
  readonly given: unknown;
}

/** How answers differ from what the service gives. */
export interface Bend {
  /** The field of the one operation's answers that is looked at. */
  readonly operation: AnyOperation;
  readonly field: string;
  /** What stands there instead; absent: what the service gave. Of bytes: other bytes. */
  readonly mark?: unknown;
  /** What stands there comes under another name; what is no JSON comes empty. */
  readonly renamed?: boolean;
  /** The operation's answers come to the page by themselves, as they are or are not: nothing is looked at. */
  readonly untouched?: boolean;
  /** Answers of other operations: `absent` as where a service has not got them. */
  readonly given?: Partial<Record<AnyOperation, 'absent' | ((answer: Json) => void)>>;
}

/** A parsed answer whose parts can be changed; whatever stands there. */
export type Json = Record<string, unknown>;

const base = '/rest/v1';

const matchers = Object.entries(allOperations).map(([name, { method, path, bytes }]) => ({
  // The keys of the table are the names: `places` is complete over them.
  name: name as AnyOperation,
  method,
  bytes: bytes === true,
  pattern: new RegExp(`^${base}${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
}));

const operationOf = (method: string, url: string) => {
  const { pathname } = new URL(url);
  return matchers.find((one) => one.method === method && one.pattern.test(pathname));
};

/** Every call of a page, recorded by its operation; one operation's answers can be bent on their way. */
export class Wire {
  calls: Call[] = [];
  #bend: Bend | undefined;
  #open = 0;
  #quietSince = Date.now();

  static async of(page: Page): Promise<Wire> {
    const wire = new Wire();
    await page.route(
      (url) => url.pathname.startsWith(`${base}/`),
      (route) => wire.#pass(route),
    );
    return wire;
  }

  /** From now on; what was recorded before is forgotten. */
  bend(bend: Bend | undefined): void {
    this.#bend = bend;
    this.calls = [];
  }

  /** The calls of the operation that is looked at. */
  get looked(): readonly Call[] {
    return this.calls.filter(({ operation }) => operation === this.#bend?.operation);
  }

  /** No call has been on its way for so many milliseconds. */
  async quiet(milliseconds = 250): Promise<void> {
    while (this.#open > 0 || Date.now() - this.#quietSince < milliseconds)
      await new Promise((resolve) => setTimeout(resolve, 25));
  }

  async #pass(route: Route): Promise<void> {
    this.#open += 1;
    try {
      await this.#answer(route);
    } catch {
      // The page went elsewhere while it was answered.
    } finally {
      this.#open -= 1;
      this.#quietSince = Date.now();
    }
  }

  async #answer(route: Route): Promise<void> {
    const request = route.request();
    const found = operationOf(request.method(), request.url());
    const bend = this.#bend;
    const given = found && bend?.given?.[found.name];
    if (!found) {
      await route.continue();
      return;
    }
    if (bend?.untouched && bend.operation === found.name) {
      const sent = parsed(request.postData());
      this.calls.push({ operation: found.name, status: 0, sent, holds: false, given: undefined });
      await route.continue();
      return;
    }
    if (given === 'absent') {
      await route.fulfill({ status: 405, contentType: 'application/json', body: '{"errors":[]}' });
      return;
    }
    const response = await fetchWhole(route);
    const sent = parsed(request.postData());
    const status = response.status();
    const record = (...values: readonly unknown[]): void => {
      const [value] = values;
      this.calls.push({ operation: found.name, status, sent, holds: values.length > 0, given: value });
    };
    const looked = bend?.operation === found.name && status === 200 ? bend : undefined;
    if (found.bytes && looked) {
      const bytes = await response.body();
      record(bytes);
      const change = looked.mark;
      const body = looked.renamed
        ? Buffer.alloc(0)
        : typeof change === 'function'
          ? (change(bytes) as Buffer) // the marks of bytes are functions over them
          : bytes;
      await route.fulfill({ response, body });
      return;
    }
    if (!looked && !given) {
      record();
      await route.fulfill({ response });
      return;
    }
    const answer = parse(await response.text());
    if (given) given(answer as Json); // whatever it is, it is changed as what it should be
    record(...(looked ? valuesAt(answer, looked.field) : []));
    for (const { owner, name } of looked ? spotsAt(answer, looked.field) : []) {
      const { mark, renamed } = looked ?? {};
      const value = mark === undefined ? owner[name] : mark;
      Reflect.deleteProperty(owner, name);
      owner[renamed ? `${name}Renamed` : name] =
        typeof value === 'number' ? new LosslessNumber(String(value)) : value;
    }
    await fulfillChanged(route, response, stringify(answer) ?? '');
  }
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Spot {
  readonly owner: Json;
  readonly name: string;
}

/** Where a path leads: nowhere, where a part of it is missing. */
function spotsAt(value: unknown, field: string): Spot[] {
  const parts = field.split('.');
  const last = parts.pop() ?? '';
  const owners = parts.reduce<unknown[]>((at, part) => at.flatMap((one) => childrenOf(one, part)), [value]);
  return owners.flatMap((owner) =>
    typeof owner === 'object' && owner !== null && last in owner
      ? [{ owner: owner as Json, name: last }]
      : [],
  );
}

function childrenOf(value: unknown, part: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if (part === '*') return Object.values(value);
  return part in value ? [(value as Json)[part]] : [];
}

function valuesAt(value: unknown, field: string): unknown[] {
  return spotsAt(value, field).map(({ owner, name }) => {
    const found = owner[name];
    return isLosslessNumber(found) ? found.toString() : found;
  });
}
