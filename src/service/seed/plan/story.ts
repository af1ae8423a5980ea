import { createRandom } from './random.ts';
import type { Random } from './random.ts';
import { planSubjects } from './people.ts';
import type { SeedSubject } from './people.ts';
import { planOtherRates, planRates } from './rates.ts';
import type { SeedRate, SeedSeries } from './rates.ts';
import { requestRows, tokenRows, witnessRows } from '../data/tables.ts';
import type {
  Conservation,
  OrganizationKey,
  RequestRow,
  SubjectKey,
  Template,
  TokenRow,
  WitnessRow,
} from '../data/tables.ts';

/** The demo as data: what happened, to whom, when. Nothing in it depends on how it is stored. */
export interface Story {
  readonly organizations: readonly SeedOrganization[];
  readonly subjects: readonly (SeedSubject & { readonly id: string })[];
  readonly links: readonly SeedJoin[];
  readonly members: readonly SeedJoin[];
  readonly requests: readonly SeedRequest[];
  /** Document hashes witnessed through the interface, without a request. */
  readonly witnesses: readonly (SeedWitness & { readonly text: string })[];
  readonly tokens: readonly TokenRow[];
  /** The documented series: USDC to peso, by weeks. */
  readonly rates: readonly SeedRate[];
  readonly otherRates: readonly SeedSeries[];
}

export interface SeedOrganization {
  readonly key: OrganizationKey;
  readonly id: string;
  readonly name: string;
  readonly emailAddress: string;
  /** The policy of today; each request keeps the one it was conserved by. */
  readonly conservation: Conservation;
  readonly quota: { readonly API: boolean; readonly nom151: number; readonly groupedNOM151: number };
  readonly createdAt: Date;
}

/** A link or a membership. */
export interface SeedJoin {
  readonly id: string;
  readonly subject: SubjectKey;
  readonly organization: OrganizationKey;
  readonly createdAt: Date;
}

export interface SeedRequest {
  readonly key: string;
  readonly id: string;
  readonly organization: OrganizationKey;
  readonly name: string;
  readonly kind: 'PDF' | 'RAW' | 'JSON' | 'IOU';
  /** As it would stand in an upload address: folder and file name. */
  readonly filePath: string;
  readonly draft: boolean;
  readonly nom151: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Undefined while it is a draft. */
  readonly sentAt?: Date;
  /** The last answer, once all have answered. */
  readonly finalizedAt?: Date;
  /** The first rejection. */
  readonly rejectedAt?: Date;
  readonly invites: readonly SeedInvite[];
  /** The document's witness: there is one when it is finalized and somebody signed. */
  readonly witness?: SeedWitness;
  readonly iou?: SeedIou;
  /** By what the responder named its signers' certificates; SHA-1 where it is not said. */
  readonly ocspDigest?: 'sha256';
  /** What the document is made from; see `renderDocument`. */
  readonly template: Template;
  readonly pages: number;
}

export interface SeedIou {
  readonly latitude: string;
  readonly longitude: string;
  readonly currency: 'MXN';
  /** Decimal text with two decimals. */
  readonly amount: string;
  readonly debtor: SubjectKey;
  readonly creditor: SubjectKey;
}

export interface SeedInvite {
  readonly id: string;
  readonly subject: SubjectKey;
  readonly createdAt: Date;
  readonly answer:
    | { readonly status: 'pending' }
    | { readonly status: 'rejected'; readonly at: Date }
    /** `witness` is that of the signature; it is conserved in Merkle batches. */
    | {
        readonly status: 'signed';
        readonly at: Date;
        readonly witness: SeedWitness;
        /** The text that was signed, where it was not the document. */
        readonly over?: string;
      };
}

export interface SeedWitness {
  readonly id: string;
  readonly organization: OrganizationKey;
  readonly createdAt: Date;
  /** When each strategy that it has was processed; always at or after `createdAt`, never after now. */
  readonly nom151At?: Date;
  readonly merkleizedAt?: Date;
  readonly externalAt?: Date;
  readonly initialOwner?: SubjectKey;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Mexico keeps no summer time since 2022: its clock stands six hours behind UTC. */
const mexicoOffset = 6 * hour;

/** The whole story of the demo as it stands at `now`. The same seed and `now` tell the same story. */
export function planStory(seed: number, now: Date): Story {
  const random = createRandom(seed);
  const founded = new Date(Math.floor((now.getTime() - 260 * day) / hour) * hour);
  const subjects = planSubjects(now).map((subject) => ({
    ...subject,
    id: random.fork(`subject/${subject.key}`).objectId(subject.createdAt),
  }));
  const joins = (kind: 'linkedTo' | 'memberOf'): SeedJoin[] =>
    subjects.flatMap((subject) =>
      subject[kind].map((organization) => {
        const chance = random.fork(`${kind}/${organization}/${subject.key}`);
        const createdAt = new Date(subject.createdAt.getTime() + chance.integer(hour, 6 * day));
        return { id: chance.objectId(createdAt), subject: subject.key, organization, createdAt };
      }),
    );
  return {
    organizations: organizationsAt(founded, random),
    subjects,
    links: joins('linkedTo'),
    members: joins('memberOf'),
    requests: requestRows.map((row) => planRequest(row, now, random.fork(`request/${row.key}`))),
    witnesses: witnessRows.map((row) => planWitness(row, now, random.fork(`witness/${row.key}`))),
    tokens: tokenRows,
    rates: planRates(random.fork('rates'), now),
    otherRates: planOtherRates(random.fork('rates'), now, random.fork('rates/usdcusd')),
  };
}

/** All witnesses of the story: of documents, of signatures, and those made through the interface. */
export function witnessesOf(story: Pick<Story, 'requests' | 'witnesses'>): SeedWitness[] {
  const ofRequests = story.requests.flatMap(({ witness, invites }) => [
    ...invites.flatMap(({ answer }) => (answer.status === 'signed' ? [answer.witness] : [])),
    ...(witness === undefined ? [] : [witness]),
  ]);
  return [...ofRequests, ...story.witnesses];
}

/**
 * Which witnesses were processed together, oldest batch first, and within a batch in the order of their making:
 * one Merkle tree to a batch, or one stretch of leaves of the witness tree.
 */
export function batchesOf(
  story: Pick<Story, 'requests' | 'witnesses'>,
  strategy: 'merkleizedAt' | 'externalAt',
): { at: Date; witnesses: SeedWitness[] }[] {
  const byInstant = new Map<number, SeedWitness[]>();
  for (const witness of witnessesOf(story)) {
    const at = witness[strategy]?.getTime();
    if (at !== undefined) byInstant.set(at, [...(byInstant.get(at) ?? []), witness]);
  }
  return [...byInstant]
    .toSorted(([a], [b]) => a - b)
    .map(([at, witnesses]) => ({
      at: new Date(at),
      witnesses: witnesses.toSorted(
        (a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1),
      ),
    }));
}

function organizationsAt(createdAt: Date, random: Random): SeedOrganization[] {
  const id = (key: OrganizationKey): string => random.fork(`organization/${key}`).objectId(createdAt);
  return [
    {
      key: 'ceibal',
      id: id('ceibal'),
      name: 'Grupo Ceibal',
      emailAddress: 'contacto@ceibal.example',
      conservation: 'MERKLEIZED',
      quota: { API: true, nom151: 716, groupedNOM151: 11_590 },
      createdAt,
    },
    {
      key: 'nube',
      id: id('nube'),
      name: 'Cooperativa Nube de Sal',
      emailAddress: 'hola@nubedesal.example',
      conservation: 'MERKLEIZED',
      quota: { API: true, nom151: 40, groupedNOM151: 500 },
      createdAt,
    },
  ];
}

function planRequest(row: RequestRow, now: Date, random: Random): SeedRequest {
  const createdAt = workingInstant(now, row.age, random);
  const invitedAt = (index: number): Date =>
    new Date(createdAt.getTime() + (index + 1) * 20_000 + random.integer(0, 9_000));
  const sentAt = new Date(createdAt.getTime() + (row.signers.length + 2) * 30_000);
  const answers = answerInstants(row, sentAt, now, random);
  const invites = row.signers.map(([subject, status], index): SeedInvite => {
    const invite = { id: random.objectId(invitedAt(index)), subject, createdAt: invitedAt(index) };
    const at = answers[index];
    if (status === 'pending' || at === undefined) return { ...invite, answer: { status: 'pending' } };
    if (status === 'rejected') return { ...invite, answer: { status, at } };
    const over = row.signedText?.[subject];
    const witness = planStrategies(
      { id: random.objectId(at), organization: row.organization, createdAt: at },
      ['MERKLEIZED'],
    );
    return { ...invite, answer: { status, at, witness, ...(over === undefined ? {} : { over }) } };
  });

  const answered =
    row.draft === undefined && answers.length > 0 && row.signers.every(([, status]) => status !== 'pending');
  const finalizedAt = answered ? latest(answers) : undefined;
  const rejections = answers.filter((_, index) => row.signers[index]?.[1] === 'rejected');
  const signed = row.signers.some(([, status]) => status === 'signed');
  const witness =
    finalizedAt !== undefined && signed ? planDocumentWitness(row, finalizedAt, random) : undefined;
  const changes = [createdAt, sentAt, ...answers, ...(witness === undefined ? [] : processedAt(witness))];
  return {
    key: row.key,
    id: random.objectId(createdAt),
    organization: row.organization,
    name: row.title,
    kind: kindOf(row.template),
    filePath: `${createdAt.getUTCFullYear()}/${row.key}.${extensions[kindOf(row.template)]}`,
    draft: row.draft === true,
    nom151: row.nom151 === true,
    createdAt,
    updatedAt: row.draft === true ? createdAt : latest(changes),
    ...(row.draft === true ? {} : { sentAt }),
    ...(finalizedAt === undefined ? {} : { finalizedAt }),
    ...(rejections.length === 0 ? {} : { rejectedAt: new Date(Math.min(...rejections.map(Number))) }),
    invites,
    ...(witness === undefined ? {} : { witness }),
    ...(row.debt === undefined ? {} : { iou: planIou(row.debt, random) }),
    ...(row.ocspDigest === undefined ? {} : { ocspDigest: row.ocspDigest }),
    template: row.template,
    pages: row.pages ?? 1,
  };
}

function planDocumentWitness(row: RequestRow, finalizedAt: Date, random: Random): SeedWitness {
  const createdAt = new Date(finalizedAt.getTime() + random.integer(300, 2_500));
  const owner = tokenRows.find(({ request }) => request === row.key)?.initialOwner;
  const witness = {
    id: random.objectId(createdAt),
    organization: row.organization,
    createdAt,
    ...(owner === undefined ? {} : { initialOwner: owner }),
  };
  return planStrategies(witness, [
    row.conservation,
    ...(row.nom151 === true ? (['NOM151'] as const) : []),
    ...(row.also ?? []),
    // A token is minted only by a proof from the third party's tree.
    ...(owner === undefined ? [] : (['WITNESS_CO'] as const)),
  ]);
}

function planWitness(row: WitnessRow, now: Date, random: Random): SeedWitness & { text: string } {
  const createdAt = workingInstant(now, row.age, random);
  const witness = { id: random.objectId(createdAt), organization: row.organization, createdAt };
  return { ...planStrategies(witness, row.conservation), text: row.text };
}

/** NOM-151 within the minute, the witness tree on the hour, Merkle batches every second hour. */
function planStrategies(witness: SeedWitness, strategies: readonly Conservation[]): SeedWitness {
  const from = witness.createdAt.getTime();
  const next = (period: number): Date => new Date((Math.floor(from / period) + 1) * period);
  return {
    ...witness,
    ...(strategies.includes('NOM151') ? { nom151At: new Date(from + 17_000 + (from % 23_000)) } : {}),
    ...(strategies.includes('MERKLEIZED') ? { merkleizedAt: next(2 * hour) } : {}),
    ...(strategies.includes('WITNESS_CO') ? { externalAt: next(hour) } : {}),
  };
}

const processedAt = ({ nom151At, merkleizedAt, externalAt }: SeedWitness): Date[] =>
  [nom151At, merkleizedAt, externalAt].filter((at) => at !== undefined);

/** An instant of office hours in Mexico, that many days before now, or on the Friday before a weekend. */
function workingInstant(now: Date, age: number, random: Random): Date {
  const today = Math.floor((now.getTime() - mexicoOffset) / day) * day;
  let date = new Date(today - age * day);
  while (date.getUTCDay() % 6 === 0) date = new Date(date.getTime() - day);
  return new Date(date.getTime() + mexicoOffset + random.integer(9 * hour, 18 * hour - 1));
}

/** When each signer answered; pending ones have no instant. All of it is processed by now. */
function answerInstants(row: RequestRow, sentAt: Date, now: Date, random: Random): Date[] {
  const from = sentAt.getTime();
  const until = Math.min(from + (1 + row.signers.length) * day, now.getTime() - 3 * hour);
  const answered = row.signers.filter(([, status]) => status !== 'pending').length;
  if (row.signers.slice(0, answered).some(([, status]) => status === 'pending')) {
    throw new TypeError(`${row.key}: those who answered stand before those who did not`);
  }
  return Array.from({ length: answered }, (_, index) => {
    const at = from + ((until - from) * (index + 0.1 + random.next() * 0.8)) / answered;
    return new Date(awake(at) <= until ? awake(at) : at);
  });
}

/** Nobody signs between eleven at night and seven in the morning: moved on to the morning. */
function awake(at: number): number {
  const local = (at - mexicoOffset) % day;
  if (local >= 7 * hour && local < 23 * hour) return at;
  const midnight = at - local + (local >= 23 * hour ? day : 0);
  return midnight + 7 * hour + (Math.floor(at) % (2 * hour));
}

function planIou(debt: NonNullable<RequestRow['debt']>, random: Random): SeedIou {
  return {
    ...debt,
    currency: 'MXN',
    // Somewhere in Mérida.
    latitude: (20.96 + random.next() * 0.05).toFixed(6),
    longitude: (-89.64 + random.next() * 0.05).toFixed(6),
  };
}

const kindOf = (template: Template): SeedRequest['kind'] =>
  template === 'pagare' ? 'IOU' : template === 'letter' ? 'RAW' : template === 'notice' ? 'JSON' : 'PDF';
const extensions = { PDF: 'pdf', RAW: 'txt', JSON: 'json', IOU: 'txt' } as const;
const latest = (instants: readonly Date[]): Date => new Date(Math.max(...instants.map(Number)));
