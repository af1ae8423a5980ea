/** Who asks, and how much there is. */
export interface Caller {
  /** Of the organization that has four of five rows. */
  readonly key: string;
  /** Of the signer of one request in a thousand. */
  readonly token: string;
  readonly owners: { readonly organization: string; readonly signer: string };
  readonly witnesses: number;
  readonly requests: number;
}

interface MeasuredList {
  readonly name: string;
  readonly bearer: string;
  /** Another address for each number. */
  readonly pathOf: (n: number) => string;
}

type ListOf = (name: string, path: string, argumentsOf: (n: number) => object) => MeasuredList;

const listOf =
  (bearer: string): ListOf =>
  (name, path, argumentsOf) => ({
    name,
    bearer,
    pathOf: (n) => `/rest/v1${path}?${queryOf(argumentsOf(n))}`,
  });

const since = (n: number): object => ({ createdAt: { gte: new Date(n).toISOString() } });
const page = (number: number, size = 25): object => ({ pagination: { page: number, size } });

/** Of the dashboard and of programs: the lists of every day, those far back, and those that search. */
export function lists({ key, token, owners, witnesses, requests }: Caller): readonly MeasuredList[] {
  const mine = { organization: { eq: owners.organization } };
  const deep = Math.min(5000, Math.floor((witnesses * 0.8) / 25) - 1);
  const deepRequests = Math.min(5000, Math.floor((requests * 0.8) / 25) - 1);
  const middle = Math.ceil((witnesses * 0.4) / 25);
  const middleRequests = Math.ceil((requests * 0.4) / 25);
  const deepInvites = Math.min(5000, 2 * deepRequests);
  const middleInvites = 2 * middleRequests;
  const list = listOf(key);
  return [
    list('witnesses, first page', '/witnesses', (n) => ({ ...mine, ...since(n), ...page(1) })),
    list(`witnesses, page ${deep}`, '/witnesses', (n) => ({ ...mine, ...since(n), ...page(deep) })),
    list(`witnesses, page ${middle}, in the middle`, '/witnesses', (n) => ({
      ...mine,
      ...since(n),
      ...page(middle),
    })),
    list('witnesses without NOM-151', '/witnesses', (n) => ({
      ...mine,
      ...since(n),
      nom151: { exists: false },
      ...page(1),
    })),
    list(`witnesses without NOM-151, page ${deep}`, '/witnesses', (n) => ({
      ...mine,
      ...since(n),
      nom151: { exists: false },
      ...page(deep),
    })),
    list('requests, first page', '/signature-requests', (n) => ({ ...mine, ...since(n), ...page(1) })),
    list(`requests, page ${deepRequests}`, '/signature-requests', (n) => ({
      ...mine,
      ...since(n),
      ...page(deepRequests),
    })),
    list(`requests, page ${middleRequests}, in the middle`, '/signature-requests', (n) => ({
      ...mine,
      ...since(n),
      ...page(middleRequests),
    })),
    list('requests, search of few', '/signature-requests', (n) => ({
      ...mine,
      search: { name: `cliente ${10_000 + ((n * 7919) % 30_009)}` },
      ...page(1),
    })),
    list('requests, search of a quarter', '/signature-requests', (n) => ({
      ...mine,
      ...since(n),
      search: { name: 'convenio' },
      ...page(1),
    })),
    list('requests of a signer', '/signature-requests', (n) => ({
      ...mine,
      subject: { eq: `f${(n % 5000).toString(16).padStart(23, '0')}` },
      ...page(1),
    })),
    ...[deepInvites, middleInvites].map((at) =>
      list(`invites, page ${at}`, '/signature-request-invites', (n) => ({ ...since(n), ...page(at) })),
    ),
    list('unanswered invites', '/signature-request-invites', (n) => ({
      ...since(n),
      signedAt: { exists: false },
      rejectedAt: { exists: false },
      ...page(1),
    })),
    ...overview(list, mine),
    ...['/signature-requests', '/witnesses', '/signature-request-invites'].map((path) =>
      listOf(token)(`a signer: ${path}`, path, (n) => ({ ...since(n), ...page(1) })),
    ),
  ];
}

function overview(list: ListOf, mine: object): readonly MeasuredList[] {
  const until = (n: number): object => ({
    createdAt: { lte: new Date(Date.now() - 7 * 86_400_000 + n).toISOString() },
  });
  const oldest = { sort: { field: 'createdAt', order: 'asc' } };
  return [
    list('overview: newest requests', '/signature-requests', (n) => ({
      ...mine,
      ...since(n),
      ...page(1, 100),
    })),
    list('overview: open for a week', '/signature-requests', (n) => ({
      ...mine,
      ...until(n),
      draft: false,
      finalized: false,
      rejectedAt: { exists: false },
      ...oldest,
      ...page(1, 50),
    })),
    list('overview: rejected', '/signature-requests', (n) => ({
      ...mine,
      ...since(n),
      draft: false,
      rejectedAt: { exists: true },
      ...oldest,
      ...page(1, 50),
    })),
    list('overview: drafts', '/signature-requests', (n) => ({
      ...mine,
      ...since(n),
      draft: true,
      ...oldest,
      ...page(1, 50),
    })),
    list('overview: counts by day', '/signature-request-timeseries', (n) => ({
      ...mine,
      granularity: 'day',
      timezone: 'America/Mexico_City',
      timestamp: { gte: new Date(Date.now() - 30 * 86_400_000 + n).toISOString() },
      order: 'desc',
      limit: 31,
    })),
  ];
}

const queryOf = (query: object): string =>
  new URLSearchParams(
    Object.entries(query).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ).toString();
