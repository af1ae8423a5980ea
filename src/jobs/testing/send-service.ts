import { fakeFetch, json, type RecordedRequest } from '#client/testing/answers.ts';

/**
 * What is injected into a call: `before` and `after` cut it before or after it is carried out, `busy` and `slow-down` refuse it
 * for now, `no` refuses it for good; the others corrupt the answer of a call that is carried out.
 */
export const injectedFaults = [
  'none',
  'before',
  'after',
  'busy',
  'slow-down',
  'no',
  'null',
  'not-json',
  'wrong',
] as const;
export type InjectedFault = (typeof injectedFaults)[number];

export interface RequestRecord {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  draft: boolean;
}

export interface Offers {
  /** Lists of requests and of invites. */
  readonly list: boolean;
  /** So many requests of others are newer than its own. */
  readonly others?: number;
  /** Answers 409 to a second invite of one person. */
  readonly refusesTwins?: boolean;
}

/** A service that stores what it receives, and to which a fault may happen before or after it does. */
export function sendService(
  next: (call: RecordedRequest) => InjectedFault = () => 'none',
  offers: Offers = { list: true },
) {
  const records = {
    /** MD5 as it was declared with the bytes, by content key. */
    files: new Map<string, string>(),
    requests: [] as RequestRecord[],
    invites: [] as { readonly id: string; readonly request: string; readonly subject: string }[],
  };
  const addresses: string[] = [];
  const names = new Map<string, RequestRecord>();
  const answerOf = ({ id, key, name, draft }: RequestRecord) => ({
    id,
    name,
    draft,
    content: { pdf: key },
    invites: records.invites.filter(({ request }) => request === id).map(reported),
  });
  const reported = ({ id, request, subject }: (typeof records.invites)[number]) => ({
    id,
    signatureRequest: { id: request },
    subject: { id: subject },
  });
  const act = (call: RecordedRequest): Response => {
    const path = call.url.pathname.replace('/rest/v1', '');
    const argument = (name: string): unknown => JSON.parse(call.url.searchParams.get(name) ?? '{}');
    if (path === '/sign-file-url') {
      const filePath = call.url.searchParams.get('filePath') ?? '';
      const key = `org/${filePath}/${addresses.length}`;
      addresses.push(key);
      return json({ url: `https://service.example/uploads/${addresses.length - 1}`, key });
    }
    if (path.startsWith('/uploads/')) {
      const key = addresses[Number(path.slice('/uploads/'.length))];
      if (key === undefined) return json({ message: 'gone' }, 404);
      if (records.files.has(key)) return json({ message: 'there' }, 409);
      records.files.set(key, call.headers.get('content-md5') ?? '');
      return json({});
    }
    if (call.method === 'POST' && path === '/signature-request') {
      const { input } = call.body as { input: { name: string; content: { pdf: string }; draft: boolean } };
      const { name, draft } = input;
      const repeat = call.headers.get('idempotency-key');
      const before = repeat === null ? undefined : names.get(repeat);
      if (before) return json(answerOf(before));
      if (!records.files.has(input.content.pdf)) return json({ message: 'no bytes under this key' }, 422);
      const request = { id: `r${records.requests.length}`, key: input.content.pdf, name, draft };
      records.requests.push(request);
      if (repeat !== null) names.set(repeat, request);
      return json(answerOf(request));
    }
    if (path === '/signature-requests') {
      if (!offers.list) return json({ message: 'no such path' }, 404);
      // What others made meanwhile stands before what this send made.
      const { page, size } = argument('pagination') as { page: number; size: number };
      const others = Array.from({ length: offers.others ?? 0 }, (_, at) => ({
        id: `o${at}`,
        name: 'Otro',
        content: {},
      }));
      const ownRequests = records.requests.toReversed().map(answerOf);
      return json({ results: [...others, ...ownRequests].slice((page - 1) * size, page * size) });
    }
    if (call.method === 'POST' && path === '/signature-request-invite') {
      const { input } = call.body as { input: { signatureRequest: string; subject: string } };
      const { signatureRequest: request, subject } = input;
      const twin = records.invites.some((one) => one.request === request && one.subject === subject);
      if (twin && offers.refusesTwins !== false) return json({ message: 'twice' }, 409);
      const invite = { id: `i-${request}-${subject}-${records.invites.length}`, request, subject };
      records.invites.push(invite);
      return json(reported(invite));
    }
    if (path === '/signature-request-invites') {
      if (!offers.list) return json({ message: 'no such path' }, 404);
      const request = (argument('signatureRequest') as { eq: string }).eq;
      const subject = (argument('subject') as { eq: string }).eq;
      const found = records.invites.filter((one) => one.request === request && one.subject === subject);
      return json({ results: found.map(reported) });
    }
    const request = records.requests.find(({ id }) => path === `/signature-request/${id}`);
    if (!request || (call.method === 'GET' && !offers.list)) return json({ message: 'unknown' }, 404);
    if (call.method === 'PUT') request.draft = false;
    return json(answerOf(request));
  };
  // It serves no document of itself: that is no call of a plan.
  const faked = fakeFetch((call) =>
    call.url.pathname.endsWith('/openapi.json')
      ? json({ message: 'no such path' }, 404)
      : injectFault(next(call), () => act(call)),
  );
  return { records, ...faked };
}

async function injectFault(fault: InjectedFault, carryOut: () => Response): Promise<Response> {
  if (fault === 'before') throw new TypeError('cut');
  if (fault === 'busy') return json({ message: 'busy' }, 503);
  if (fault === 'slow-down') return json({ message: 'slow down' }, 429, { 'retry-after': '2' });
  if (fault === 'no') return json({ message: 'not like this' }, 422);
  const answer = carryOut();
  if (fault === 'none' || !answer.ok) return answer;
  if (fault === 'after') throw new TypeError('cut');
  if (fault === 'null') return json(null);
  if (fault === 'not-json') return new Response('{"id": "r0",}', { status: 200 });
  return json(wrong(await answer.json()));
}

/** Every text is something else. */
function wrong(value: unknown): unknown {
  if (typeof value === 'string') return { text: value };
  if (Array.isArray(value)) return value.map(wrong);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, wrong(inner)]));
}
