import { createAuthorities } from '../authorities/sandbox/sandbox-authorities.ts';
import { planCases } from './plan/cases.ts';
import { renderDocument } from './documents/documents.ts';
import { planStory } from './plan/story.ts';
import type { Story } from './plan/story.ts';
import type { ObjectStore } from '../storage/objects/objects.ts';
import { derivedId } from './write/seed-context.ts';
import type { DemoMaterial, StoredDocument } from './write/seed-context.ts';

/**
 * Plans the demo, makes its keys and writes its documents: what takes longest of a first start, so it can begin
 * before the database is open. The same seed number tells the same story; only keys are new.
 */
export async function makeDemo(objects: ObjectStore, seed: number, now: Date): Promise<DemoMaterial> {
  const story = planStory(seed, now);
  // Keys are made beside the main thread, documents on it.
  const cases = planCases(story, seed, now);
  const [bundle, ...documents] = await Promise.all([
    createAuthorities(now, story.subjects),
    writeDocuments(story, objects),
    writeDocuments(cases, objects),
  ]);
  return { seed, now, story, cases, bundle, documents: new Map(documents.flatMap((some) => [...some])) };
}

export async function writeDocuments(
  story: Story,
  objects: ObjectStore,
): Promise<ReadonlyMap<string, StoredDocument>> {
  const organizationId = new Map(story.organizations.map(({ key, id }) => [key, id]));
  const stored: Promise<readonly [string, StoredDocument]>[] = [];
  for (const request of story.requests) {
    const bytes = await renderDocument(request, story);
    const version = derivedId(`content/${request.id}`, request.createdAt);
    const key = `${organizationId.get(request.organization) ?? ''}/${version}/${request.filePath}`;
    const store = async (): Promise<readonly [string, StoredDocument]> => {
      const staged = await objects.stage(once(bytes), bytes.byteLength);
      await staged.keep(key);
      const { size, md5, sha256 } = staged;
      return [request.key, { key, bytes, size, md5, sha256 }];
    };
    stored.push(store());
  }
  return new Map(await Promise.all(stored));
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
