import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import type { DemoSession } from '../service.ts';
import { call, pdf } from '../staff.ts';
import { uploadFile } from '../upload.ts';

interface Listed<Item> {
  readonly results: readonly Item[];
}
interface Paged<Item> {
  readonly items: readonly Item[];
}

interface Named {
  readonly id: string;
  readonly name: string;
}
interface Person {
  readonly id: string;
  readonly commonName: string;
  readonly EVMAddress: string;
}
interface Known {
  readonly id: string;
  readonly hash: string;
  readonly nom151?: object | null;
  readonly merkleized?: { readonly nom151Provider?: string | null } | null;
  readonly signatureRequest?: Named | null;
}

/** What is at the service beside the page: requested with the organization's own key. */
export class World {
  readonly origin: string;
  readonly key: string;
  readonly organization: DemoSession['organizations'][number];
  readonly demo: DemoSession;

  constructor(origin: string, demo: DemoSession) {
    const [organization] = demo.organizations;
    if (!organization) throw new Error('The demo has no organization.');
    this.origin = origin;
    this.demo = demo;
    this.organization = organization;
    this.key = organization.apiKey;
  }

  async ask<T>(method: string, path: string, input?: unknown, as = this.key): Promise<T> {
    const { status, body } = await call<T>(this.origin, as, method, path, input);
    expect(status, `${method} ${path}`).toBe(200);
    return body;
  }

  async list<T>(path: string, query: Readonly<Record<string, unknown>> = {}): Promise<readonly T[]> {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries({ pagination: { size: 100 }, ...query }))
      search.set(name, JSON.stringify(value));
    return (await this.ask<Listed<T>>('GET', `${path}?${search}`)).results;
  }

  /** Somebody of the demo's signers. */
  async person(commonName: string): Promise<Person> {
    const people = await this.list<Person>('/subjects');
    const found = people.find((one) => one.commonName === commonName);
    if (!found) throw new Error(`There is no ${commonName}.`);
    return found;
  }

  readonly requests = (): Promise<
    readonly (Named & { draft: boolean; content?: Record<string, unknown>; witness?: Known | null })[]
  > => this.list('/signature-requests');

  readonly witnesses = (query: Readonly<Record<string, unknown>> = {}): Promise<readonly Known[]> =>
    this.list('/witnesses', query);

  async tokens(): Promise<readonly { id: string; ownerId: string }[]> {
    return (await this.ask<Paged<{ id: string; ownerId: string }>>('GET', '/endorsables?limit=100')).items;
  }

  /** A draft of its own with a PDF of its own. */
  async draft(name: string): Promise<Named> {
    const uploaded = await uploadFile(this.origin, this.key, `${name}.pdf`, await pdf(name, 1));
    return this.ask('POST', '/signature-request', {
      name,
      draft: true,
      content: { pdf: uploaded },
      organization: this.organization.id,
    });
  }

  /** A request that somebody has signed: it has a witness, which nobody has certified. */
  async signed(name: string, signer: string): Promise<Named> {
    const request = await this.draft(name);
    const { id: subject } = await this.person(signer);
    const invite = await this.ask<{ id: string }>('POST', '/signature-request-invite', {
      signatureRequest: request.id,
      subject,
    });
    await this.ask('PUT', `/signature-request/${request.id}`, { draft: false });
    const answer = await fetch(`${this.origin}/sandbox/invites/${invite.id}/sign`, { method: 'POST' });
    expect(answer.ok, 'a signature in the demo').toBe(true);
    const witnessOf = async (): Promise<Known | null | undefined> =>
      (await this.ask<{ witness?: Known | null }>('GET', `/signature-request/${request.id}`)).witness;
    await expect.poll(witnessOf, { message: `the witness of ${name}` }).toBeTruthy();
    return request;
  }

  /** A witness of nothing that exists. */
  witness(): Promise<Known> {
    return this.ask('POST', '/witness', {
      hash: freshHash(),
      algorithm: 'SHA256',
      organization: this.organization.id,
    });
  }
}

export const freshHash = (): string => randomBytes(32).toString('hex');
