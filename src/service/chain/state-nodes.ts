import type { BatchDBOp, DB } from '@ethereumjs/util';
import type { StateNode } from './blocks.ts';

type Value = string | Uint8Array;

/** State in memory that collects the nodes added since `takeAdded` was last called. */
export class StateNodes implements DB<string, Value> {
  readonly #nodes: Map<string, Value>;
  readonly #added = new Map<string, Value>();

  constructor(stored: Iterable<StateNode> = []) {
    this.#nodes = new Map<string, Value>(stored);
  }

  /** Whether the state of this root is here; `0x` and hex. */
  has(stateRoot: string): boolean {
    return this.#nodes.has(stateRoot.slice(2));
  }

  /** Returns the nodes added since the last call, and forgets that they are new. */
  takeAdded(): StateNode[] {
    const added = [...this.#added].map(([key, value]): StateNode => [key, textOf(value)]);
    this.#added.clear();
    return added;
  }

  get(key: string): Promise<Value | undefined> {
    return Promise.resolve(this.#nodes.get(key));
  }

  put(key: string, value: Value): Promise<void> {
    if (!this.#nodes.has(key)) this.#added.set(key, value);
    this.#nodes.set(key, value);
    return Promise.resolve();
  }

  // Nothing is deleted, because older blocks can still be queried.
  del(): Promise<void> {
    return Promise.resolve();
  }

  async batch(operations: BatchDBOp<string, Value>[]): Promise<void> {
    for (const operation of operations)
      if (operation.type === 'put') await this.put(operation.key, operation.value);
  }

  shallowCopy(): DB<string, Value> {
    return this;
  }

  open(): Promise<void> {
    return Promise.resolve();
  }
}

const textOf = (value: Value): string =>
  typeof value === 'string' ? value : Buffer.from(value).toString('hex');
