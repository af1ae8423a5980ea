import { amountInWords, withThousands } from '#contract/money/amount-in-words.ts';
import { commonClauses, openings, specificClauses } from '../data/tables.ts';
import type { SubjectKey } from '../data/tables.ts';
import { layOutPdf } from './pdf-layout.ts';
import type { PdfBlock, PdfTable } from './pdf-layout.ts';
import type { SeedSubject } from '../plan/people.ts';
import { createRandom } from '../plan/random.ts';
import type { Random } from '../plan/random.ts';
import type { SeedRequest, Story } from '../plan/story.ts';

/** The bytes of a request's document; the same story gives the same bytes. */
export async function renderDocument(request: SeedRequest, story: Story): Promise<Uint8Array> {
  const context = contextOf(request, story);
  switch (request.kind) {
    case 'PDF':
      return renderPdf(request, context);
    case 'RAW':
      return utf8(letter(request, context));
    case 'JSON':
      return utf8(`${JSON.stringify(privacyNotice(context), null, 2)}\n`);
    case 'IOU':
      return utf8(pagare(request, context));
  }
}

interface Context {
  readonly organization: string;
  readonly signers: readonly SeedSubject[];
  /** «20 de noviembre de 2026», in Mexico. */
  readonly date: string;
  readonly subject: (key: SubjectKey) => SeedSubject;
}

function contextOf(request: SeedRequest, story: Story): Context {
  const byKey = new Map(story.subjects.map((subject) => [subject.key, subject]));
  const subject = (key: SubjectKey): SeedSubject => {
    const found = byKey.get(key);
    if (found === undefined) throw new RangeError(`The story has no subject ${key}`);
    return found;
  };
  return {
    organization: story.organizations.find(({ key }) => key === request.organization)?.name ?? '',
    signers: request.invites.map((invite) => subject(invite.subject)),
    date: longDate(request.createdAt),
    subject,
  };
}

function renderPdf(request: SeedRequest, context: Context): Promise<Uint8Array> {
  if (request.template === 'letter' || request.template === 'notice' || request.template === 'pagare') {
    throw new TypeError(`${request.key}: a ${request.template} is not a PDF`);
  }
  const names = context.signers.map(({ name }) => name.commonName);
  const parties = names.length === 0 ? 'quien en su momento se designe' : list(names);
  const common = isContract(request) ? commonClauses : commonClauses.filter(closing);
  const clauses = [...specificClauses[request.template], ...common].map(
    ({ heading, text }, index): PdfBlock => ({
      heading: `${ordinals[index] ?? `Cláusula ${index + 1}`}. ${heading}`,
      text: text.replace('{documento}', request.name),
    }),
  );
  const opening = openings[request.template]
    .replace('{titulo}', request.name)
    .replace('{organizacion}', context.organization)
    .replace('{partes}', parties);
  return layOutPdf({
    title: request.name,
    subtitle: `Mérida, Yucatán, a ${context.date}`,
    footer: `${context.organization} · folio ${request.id.slice(-8)}`,
    author: context.organization,
    date: new Date(Math.floor(request.createdAt.getTime() / 1000) * 1000),
    blocks: [{ text: opening }, ...clauses],
    signers: context.signers.map(({ name }) => ({ name: name.commonName, note: `RFC ${name.RFC}` })),
    pages: request.pages,
    annex: (index) => annex(request, index),
  });
}

/** Contracts of several pages contain every clause; acts and short ones only those on signing and storage. */
const isContract = ({ template, pages }: SeedRequest): boolean =>
  pages > 1 && !['minutes', 'power', 'settlement'].includes(template);
const closing = ({ heading }: PdfBlock): boolean =>
  heading === 'Firma electrónica' || heading === 'Conservación';

/** A page of items: number, concept, quantity and amount. */
function annex(request: SeedRequest, index: number): PdfTable {
  const random = createRandom(`${request.key}/annex/${index}`);
  const rows = Array.from({ length: 34 }, (_, line) => [
    String(index * 34 + line + 1),
    ...item(random),
    `$${withThousands((random.integer(90_000, 9_500_000) / 100).toFixed(2))}`,
  ]);
  return { title: `Anexo ${'ABCDEF'.charAt(index)}. Relación de partidas`, rows };
}

function item(random: Random): string[] {
  const [concept, unit] = random.pick(concepts);
  return [concept, `${random.integer(2, 480)} ${unit}`];
}

function letter(request: SeedRequest, { organization, signers, date }: Context): string {
  const names = list(signers.map(({ name, RFC }) => `${name.commonName} (RFC ${RFC})`));
  const points = request.name.startsWith('Carta responsiva') ? custody : intention;
  return [
    request.name.toUpperCase(),
    '',
    `Mérida, Yucatán, a ${date}`,
    '',
    `A quien corresponda en ${organization}:`,
    '',
    `Por medio de la presente, ${names}`,
    `${signers.length > 1 ? 'hacen' : 'hace'} constar lo siguiente:`,
    '',
    ...points.map((point, index) => `${index + 1}. ${point}`),
    '',
    'Se firma de conformidad con firma electrónica avanzada.',
    '',
  ].join('\n');
}

const custody = [
  'Que se recibe a entera satisfacción lo que se describe en el asunto, en buen estado y con sus accesorios.',
  'Que se usará únicamente para los fines del encargo y se devolverá cuando sea solicitado.',
  'Que se dará aviso inmediato de cualquier daño, robo o extravío, y se presentará la denuncia que corresponda.',
];
const intention = [
  'Que es su voluntad llevar a cabo lo que se describe en el asunto, en los términos ya conversados.',
  'Que las condiciones definitivas constarán en el instrumento que se firme dentro de los treinta días siguientes.',
  'Que esta carta no obliga a contratar, salvo por la reserva sobre la información que se intercambie.',
];

function privacyNotice({ organization, signers, date }: Context): unknown {
  return {
    tipo: 'acuse_aviso_privacidad',
    version: '3.2',
    responsable: organization,
    fecha: date,
    titulares: signers.map(({ name, RFC }) => ({ nombre: name.commonName, rfc: RFC })),
    finalidades: [
      'Identificación de firmantes',
      'Conservación de mensajes de datos',
      'Comunicación de avisos',
    ],
    transferencias: [],
    derechos: { acceso: true, rectificacion: true, cancelacion: true, oposicion: true },
    medio: 'Firma electrónica avanzada',
  };
}

function pagare(request: SeedRequest, { date, subject }: Context): string {
  if (request.iou === undefined) throw new TypeError(`${request.key}: a pagaré without a debt`);
  const { amount, debtor, creditor } = request.iou;
  const due = longDate(new Date(request.createdAt.getTime() + 180 * 86_400_000));
  const words = amountInWords(amount, 'MXN');
  if (words === undefined) throw new RangeError(`${request.key}: "${amount}" is not an amount`);
  const figure = `$${withThousands(amount)} M.N. (${words})`;
  return [
    request.name.toUpperCase(),
    '',
    `Bueno por ${figure}`,
    '',
    `En Mérida, Yucatán, a ${date}.`,
    '',
    `Debo y pagaré incondicionalmente por este pagaré a la orden de ${subject(creditor).name.commonName}, en la`,
    `ciudad de Mérida, Yucatán, el día ${due}, la cantidad de`,
    `${figure},`,
    'valor recibido a mi entera satisfacción. Si no fuera cubierto a su vencimiento, causará intereses moratorios',
    'a razón del tres por ciento mensual hasta su total liquidación.',
    '',
    `Suscriptor: ${subject(debtor).name.commonName}`,
    `RFC: ${subject(debtor).RFC}`,
    `Beneficiario: ${subject(creditor).name.commonName}`,
    `RFC: ${subject(creditor).RFC}`,
    '',
  ].join('\n');
}

/** «20 de noviembre de 2026»; Mexico's clock stands six hours behind UTC. */
function longDate(at: Date): string {
  const local = new Date(at.getTime() - 6 * 3_600_000);
  return `${local.getUTCDate()} de ${months[local.getUTCMonth()] ?? ''} de ${local.getUTCFullYear()}`;
}

const list = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} y ${names.at(-1) ?? ''}`;

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

const months =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');
const ordinals = (
  'Primera Segunda Tercera Cuarta Quinta Sexta Séptima Octava Novena Décima Undécima Duodécima Decimotercera ' +
  'Decimocuarta Decimoquinta Decimosexta Decimoséptima Decimoctava Decimonovena Vigésima Vigesimoprimera Vigesimosegunda'
).split(' ');
const concepts = [
  ['Block hueco de concreto', 'pza'],
  ['Adoquín hexagonal gris', 'm²'],
  ['Varilla corrugada 3/8"', 'kg'],
  ['Cimbra de contacto', 'm²'],
  ['Excavación en roca', 'm³'],
  ['Relleno compactado', 'm³'],
  ['Malla electrosoldada', 'm²'],
  ['Impermeabilizante', 'l'],
  ['Supervisión en sitio', 'h'],
  ['Flete a bodega', 'viaje'],
  ['Estudio de niveles', 'lote'],
  ['Limpieza fina', 'm²'],
] as const;
