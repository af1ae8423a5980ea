import type { Context, Hono } from 'hono';
import { answerJson } from '../answer.ts';
import { malformed } from '../arguments.ts';
import { methodNotAllowed } from '../binding.ts';
import type { RequestFacts } from '../monitoring/log.ts';
import type { Sandbox } from '../ports.ts';

type Call = Context<{ Variables: RequestFacts }>;

/** What has an address never changes: a partial tile of a width is the beginning of all wider ones. */
const forEver = 'public, max-age=31536000, immutable';

/** `/sandbox/log/*`: the third party's log in the layout of c2sp.org/tlog-tiles, and its proofs (Rule ST-33). */
export function bindLog(app: Hono<{ Variables: RequestFacts }>, open: (context: Call) => Sandbox): void {
  const get = (
    path: string,
    route: string,
    answer: (sandbox: Sandbox, context: Call) => Promise<Response>,
  ): void => {
    app.all(path, async (context) => {
      context.set('route', `/sandbox/log/${route}`);
      const sandbox = open(context);
      const { method } = context.req;
      if (method !== 'GET' && method !== 'HEAD') return methodNotAllowed(method, 'GET, HEAD');
      return answer(sandbox, context);
    });
  };

  get('/log/checkpoint', 'checkpoint', async ({ log }) => {
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' };
    return new Response(await log.checkpoint(), { headers });
  });
  get('/log/tile/*', 'tile', async ({ log }, context) => {
    const { pathname } = new URL(context.req.url);
    const bytes = await log.tile(pathname.slice(pathname.indexOf('/tile/') + 1));
    const headers = { 'content-type': 'application/octet-stream', 'cache-control': forEver };
    return new Response(Buffer.from(bytes), { headers });
  });
  get('/log/inclusion', 'inclusion', async ({ log }, context) =>
    answerJson(await log.inclusion(wholeNumber(context, 'leafIndex'), wholeNumber(context, 'treeSize'))),
  );
  get('/log/consistency', 'consistency', async ({ log }, context) =>
    answerJson({
      hashes: await log.consistency(wholeNumber(context, 'first'), wholeNumber(context, 'second')),
    }),
  );
}

function wholeNumber(context: Call, name: string): number {
  const text = context.req.query(name) ?? '';
  if (!/^(?:0|[1-9]\d{0,14})$/.test(text)) throw malformed(name, 'expected a whole number');
  return Number(text);
}
