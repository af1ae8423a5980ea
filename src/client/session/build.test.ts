import { expect, it } from 'vitest';
import { readPublished } from './build.ts';

const answering =
  (answer: () => Response): typeof fetch =>
  () =>
    Promise.resolve(answer());

it('reads what is published', async () => {
  const build = { entry: 'assets/index-a.js', parts: ['assets/a.js', 3] };
  expect(await readPublished(answering(() => Response.json(build)))).toEqual({
    entry: 'assets/index-a.js',
    parts: ['assets/a.js'],
  });
});

it.each([
  ['a page', () => new Response('<!doctype html>')],
  ['nothing', () => new Response('', { status: 404 })],
  ['null', () => Response.json(null)],
  ['something else', () => Response.json({ entry: 1 })],
])('knows nothing of the build where %s is answered', async (_what, answer) => {
  expect(await readPublished(answering(answer))).toBeUndefined();
});
