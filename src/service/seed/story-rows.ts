import type { OrganizationKey, SubjectKey } from './people.ts';

/** Which strategy a finalized request is conserved by, in the interface's own words. */
export type Conservation = 'NOM151' | 'MERKLEIZED' | 'WITNESS_CO';

/** How a document is made; the kind of content follows from it. */
export type Template =
  | 'lease'
  | 'employment'
  | 'settlement'
  | 'confidentiality'
  | 'supply'
  | 'minutes'
  | 'amendment'
  | 'power'
  | 'services'
  | 'letter'
  | 'notice'
  | 'pagare';

/** A signer and how it answered: signed, rejected or pending. */
export type SignerRow = readonly [SubjectKey, 'signed' | 'rejected' | 'pending'];

/** One request of the demo as a line; dates and bytes are made from it. */
export interface RequestRow {
  readonly key: string;
  readonly organization: OrganizationKey;
  readonly title: string;
  readonly template: Template;
  /** Days before now on which it was made. */
  readonly age: number;
  readonly signers: readonly SignerRow[];
  readonly conservation: Conservation;
  readonly nom151?: true;
  /** By what its document is conserved besides, asked for afterwards. */
  readonly also?: readonly Conservation[];
  /** By what the responder named its signers' certificates; SHA-1 where it is not said, as is customary. */
  readonly ocspDigest?: 'sha256';
  /** What some signed, where it was not the document. */
  readonly signedText?: Partial<Record<SubjectKey, string>>;
  readonly draft?: true;
  /** Pages beyond the first that a PDF is filled up to. */
  readonly pages?: number;
  /** Pagarés only: pesos, and who owes whom. */
  readonly debt?: { readonly amount: string; readonly debtor: SubjectKey; readonly creditor: SubjectKey };
}

const all = (...keys: SubjectKey[]): SignerRow[] => keys.map((key) => [key, 'signed']);
const none = (...keys: SubjectKey[]): SignerRow[] => keys.map((key) => [key, 'pending']);

type More = Partial<
  Pick<RequestRow, 'nom151' | 'also' | 'ocspDigest' | 'signedText' | 'draft' | 'pages' | 'debt'>
>;

const request = (
  key: string,
  organization: OrganizationKey,
  age: number,
  template: Template,
  title: string,
  signers: readonly SignerRow[],
  conservation: Conservation,
  more: More = {},
): RequestRow => ({ key, organization, age, template, title, signers, conservation, ...more });

/** Grupo Ceibal changed its policy twice: first the third party, then NOM-151, now Merkle batches. */
const ceibal = (age: number): Conservation => (age > 95 ? 'WITNESS_CO' : age > 48 ? 'NOM151' : 'MERKLEIZED');

const C = (
  key: string,
  age: number,
  template: Template,
  title: string,
  signers: readonly SignerRow[],
  more: More = {},
): RequestRow => request(key, 'ceibal', age, template, title, signers, ceibal(age), more);

const N = (
  key: string,
  age: number,
  template: Template,
  title: string,
  signers: readonly SignerRow[],
  more: More = {},
): RequestRow =>
  request(key, 'nube', age, template, title, signers, age > 60 ? 'NOM151' : 'MERKLEIZED', more);

/** Every request of the demo, oldest first within an organization. */
export const requestRows: readonly RequestRow[] = [
  C(
    'ceiba-colaboracion',
    171,
    'services',
    'Convenio de colaboración, Proyecto Ceiba',
    all('maria-ortega', 'hector-ibarra'),
    { pages: 4 },
  ),
  C('bodega-9', 166, 'lease', 'Contrato de comodato, Bodega 9, Umán', all('maria-ortega', 'luis-canche'), {
    pages: 3,
  }),
  C(
    'asamblea-junio',
    158,
    'minutes',
    'Acta de asamblea ordinaria, primer semestre',
    all('maria-ortega', 'rodrigo-aranda', 'elsa-herrera'),
  ),
  C(
    'trabajo-herrera',
    151,
    'employment',
    'Contrato individual de trabajo, E. Herrera Cámara',
    all('rodrigo-aranda', 'elsa-herrera'),
    { pages: 2 },
  ),
  C(
    'suministro-lote-22',
    143,
    'supply',
    'Contrato de suministro de block y adoquín, lote 22',
    all('maria-ortega', 'istmo'),
    { pages: 5 },
  ),
  C(
    'pagare-0371',
    137,
    'pagare',
    'Pagaré 0371, Comercializadora Istmo del Sur',
    all('istmo', 'hector-ibarra'),
    {
      debt: { amount: '215000.00', debtor: 'istmo', creditor: 'maria-ortega' },
    },
  ),
  C('equipo-trevino', 129, 'letter', 'Carta responsiva de equipo, 5CG1907X2P', all('jorge-trevino')),
  C(
    'confidencialidad-aurora',
    121,
    'confidentiality',
    'Convenio de confidencialidad, Proyecto Aurora',
    all('maria-ortega', 'gabriela-solis', 'jorge-trevino'),
    { pages: 2 },
  ),
  C('privacidad-pech', 112, 'notice', 'Aviso de privacidad, acuse de A. S. Pech Uc', all('ana-pech')),
  C(
    'poder-cobranzas',
    104,
    'power',
    'Poder especial para pleitos y cobranzas, agosto',
    all('maria-ortega', 'rodrigo-aranda'),
  ),
  C(
    'adenda-1',
    94,
    'amendment',
    'Adenda 1 al contrato de obra OP-2231',
    all('maria-ortega', 'hector-ibarra', 'jorge-trevino'),
    { pages: 2 },
  ),
  C(
    'arrendamiento-progreso',
    89,
    'lease',
    'Contrato de arrendamiento, Local 3, Progreso',
    all('maria-ortega', 'gabriela-solis'),
    { nom151: true, pages: 4 },
  ),
  C(
    'trabajo-pech',
    83,
    'employment',
    'Contrato individual de trabajo, A. S. Pech Uc',
    all('rodrigo-aranda', 'ana-pech'),
  ),
  C(
    'pagare-0389',
    78,
    'pagare',
    'Pagaré 0389, Comercializadora Istmo del Sur',
    all('istmo', 'hector-ibarra'),
    {
      debt: { amount: '1250000.00', debtor: 'istmo', creditor: 'rodrigo-aranda' },
    },
  ),
  C(
    'suministro-acero',
    72,
    'supply',
    'Contrato de suministro de varilla, octubre',
    all('maria-ortega', 'istmo'),
    { pages: 3 },
  ),
  C(
    'equipo-canche',
    66,
    'letter',
    'Carta responsiva de vehículo, YWR-318-D',
    all('luis-canche', 'rodrigo-aranda'),
  ),
  C(
    'servicios-topografia',
    61,
    'services',
    'Contrato de servicios de topografía, tramo 4',
    all('maria-ortega', 'jorge-trevino'),
    { pages: 3 },
  ),
  C('privacidad-canche', 57, 'notice', 'Aviso de privacidad, acuse de L. A. Canché Poot', all('luis-canche')),
  C(
    'minuta-obra-11',
    51,
    'minutes',
    'Minuta de obra 11, Bodega 14',
    all('luis-canche', 'hector-ibarra', 'elsa-herrera'),
  ),
  C(
    'fideicomiso-modificatorio',
    46,
    'amendment',
    'Convenio modificatorio, fideicomiso F/2217',
    all('maria-ortega', 'rodrigo-aranda', 'hector-ibarra'),
    { nom151: true, pages: 6 },
  ),
  C(
    'pagare-0398',
    41,
    'pagare',
    'Pagaré 0398, Financiera Flor de Mayo',
    all('rodrigo-aranda', 'maria-ortega'),
    {
      nom151: true,
      debt: { amount: '480000.00', debtor: 'rodrigo-aranda', creditor: 'flor-de-mayo' },
    },
  ),
  C(
    'finiquito-herrera',
    37,
    'settlement',
    'Finiquito, E. Herrera Cámara',
    all('rodrigo-aranda', 'elsa-herrera'),
  ),
  C('confidencialidad-tramo', 29, 'confidentiality', 'Convenio de confidencialidad, tramo 4', [
    ['maria-ortega', 'signed'],
    ['jorge-trevino', 'rejected'],
  ]),
  C(
    'equipo-solis',
    26,
    'letter',
    'Carta responsiva de equipo, 5CG2143K7M',
    all('gabriela-solis', 'rodrigo-aranda'),
  ),
  C(
    'bodega-11',
    23,
    'lease',
    'Contrato de arrendamiento, Bodega 11, Umán',
    all('maria-ortega', 'istmo', 'gabriela-solis'),
    { pages: 4 },
  ),
  C(
    'servicios-limpieza',
    19,
    'services',
    'Contrato de servicios de limpieza, Mérida norte',
    all('rodrigo-aranda', 'ana-pech'),
    { nom151: true, pages: 2 },
  ),
  C(
    'pagare-0417',
    16,
    'pagare',
    'Pagaré 0417, Comercializadora Istmo del Sur',
    all('istmo', 'hector-ibarra', 'maria-ortega'),
    {
      debt: { amount: '96750.50', debtor: 'istmo', creditor: 'maria-ortega' },
    },
  ),
  C('finiquito-trevino', 14, 'settlement', 'Finiquito, J. I. Treviño Garza', [
    ['rodrigo-aranda', 'rejected'],
    ['jorge-trevino', 'rejected'],
  ]),
  C('poder-administracion', 13, 'power', 'Poder general para actos de administración', none(), {
    draft: true,
  }),
  C(
    'bodega-14',
    11,
    'lease',
    'Contrato de arrendamiento, Bodega 14, Ucú',
    [
      ['maria-ortega', 'signed'],
      ['rodrigo-aranda', 'signed'],
      ['luis-canche', 'pending'],
    ],
    { pages: 5 },
  ),
  C(
    'adenda-2',
    8,
    'amendment',
    'Adenda 2 al contrato de obra OP-2231',
    [
      ['maria-ortega', 'signed'],
      ['hector-ibarra', 'signed'],
      ['gabriela-solis', 'pending'],
      ['luis-canche', 'pending'],
    ],
    { pages: 2 },
  ),
  C(
    'confidencialidad-ceiba',
    6,
    'confidentiality',
    'Convenio de confidencialidad, Proyecto Ceiba',
    [
      ['rodrigo-aranda', 'signed'],
      ['jorge-trevino', 'rejected'],
      ['istmo', 'pending'],
    ],
    { pages: 3 },
  ),
  C(
    'suministro-moldes',
    5,
    'supply',
    'Contrato de suministro de moldes, planta Hunucmá',
    none('maria-ortega', 'istmo', 'gabriela-solis'),
    { pages: 4, nom151: true },
  ),
  C('privacidad-acuse', 4, 'notice', 'Aviso de privacidad, acuse de noviembre', [
    ['ana-pech', 'signed'],
    ['luis-canche', 'pending'],
  ]),
  C(
    'orden-cambio-08',
    3,
    'amendment',
    'Orden de cambio 08, Bodega 14',
    none('maria-ortega', 'hector-ibarra'),
    { draft: true },
  ),
  C(
    'pagare-0421',
    2,
    'pagare',
    'Pagaré 0421, Comercializadora Istmo del Sur',
    [
      ['istmo', 'signed'],
      ['maria-ortega', 'pending'],
    ],
    { debt: { amount: '342800.00', debtor: 'istmo', creditor: 'maria-ortega' } },
  ),
  C(
    'orden-cambio-07',
    1,
    'amendment',
    'Orden de cambio 07, Bodega 14',
    all('maria-ortega', 'hector-ibarra', 'luis-canche'),
    // The one document of the demo that does not hold: its third signer signed what it was before.
    { signedText: { 'luis-canche': 'Orden de cambio 07, Bodega 14, versión anterior\n' } },
  ),
  C(
    'asamblea-noviembre',
    1,
    'minutes',
    'Acta de asamblea ordinaria, noviembre',
    all('maria-ortega', 'rodrigo-aranda'),
    // The one that nothing can be said against: every proof there is, and no weak algorithm anywhere.
    { pages: 2, nom151: true, also: ['WITNESS_CO'], ocspDigest: 'sha256' },
  ),
  C(
    'trabajo-reingreso',
    1,
    'employment',
    'Contrato individual de trabajo, reingreso de A. S. Pech Uc',
    none('rodrigo-aranda', 'ana-pech'),
  ),
  C('carta-borrador', 1, 'letter', 'Carta de instrucciones al fiduciario', none('rodrigo-aranda'), {
    draft: true,
  }),

  N(
    'nube-bases',
    118,
    'minutes',
    'Acta constitutiva de la sección salinera',
    all('itzel-xool', 'hector-ibarra'),
    { pages: 2 },
  ),
  N(
    'nube-suministro',
    97,
    'supply',
    'Contrato de suministro de sal de grano, temporada 3',
    all('itzel-xool', 'istmo'),
    { pages: 3 },
  ),
  N('nube-pagare-12', 74, 'pagare', 'Pagaré 12, anticipo de cosecha', all('istmo', 'itzel-xool'), {
    debt: { amount: '58300.00', debtor: 'istmo', creditor: 'itzel-xool' },
  }),
  N('nube-muelle', 52, 'lease', 'Contrato de uso de muelle, El Cuyo', all('itzel-xool', 'gabriela-solis'), {
    pages: 2,
  }),
  N('nube-privacidad', 38, 'notice', 'Aviso de privacidad, socias y socios', all('itzel-xool')),
  N(
    'nube-servicios',
    24,
    'services',
    'Contrato de servicios de laboratorio',
    all('itzel-xool', 'hector-ibarra'),
    { nom151: true },
  ),
  N('nube-confidencialidad', 12, 'confidentiality', 'Convenio de confidencialidad, receta de flor de sal', [
    ['itzel-xool', 'signed'],
    ['gabriela-solis', 'pending'],
  ]),
  N('nube-carta', 5, 'letter', 'Carta de intención, empaque en Valladolid', none('itzel-xool', 'istmo')),
  N('nube-poder', 2, 'power', 'Poder especial ante la aduana de Progreso', none('itzel-xool'), {
    draft: true,
  }),
];

/** A document hash witnessed through the interface, without a request: only its hash was ever sent. */
export interface WitnessRow {
  readonly key: string;
  readonly organization: OrganizationKey;
  /** The text whose SHA-256 was sent; the service never saw it. */
  readonly text: string;
  readonly age: number;
  readonly conservation: readonly Conservation[];
}

export const witnessRows: readonly WitnessRow[] = [
  witness('bitacora-julio', 'ceibal', 'Bitácora de obra, Bodega 14, julio', 124, 'WITNESS_CO'),
  witness('estados-t2', 'ceibal', 'Estados financieros, segundo trimestre', 109, 'WITNESS_CO', 'NOM151'),
  witness('respaldo-nomina', 'ceibal', 'Respaldo de nómina, quincena 18', 55, 'NOM151'),
  witness('bitacora-octubre', 'ceibal', 'Bitácora de obra, Bodega 14, octubre', 20, 'MERKLEIZED'),
  witness(
    'estados-t3',
    'ceibal',
    'Estados financieros, tercer trimestre',
    15,
    'MERKLEIZED',
    'NOM151',
    'WITNESS_CO',
  ),
  witness('respaldo-cctv', 'ceibal', 'Índice de videograbaciones, semana 45', 7, 'MERKLEIZED'),
  witness('nube-analisis', 'nube', 'Análisis de laboratorio, lote 88', 31, 'MERKLEIZED'),
];

function witness(
  key: string,
  organization: OrganizationKey,
  text: string,
  age: number,
  ...conservation: Conservation[]
): WitnessRow {
  return { key, organization, text, age, conservation };
}

/** Tokens: whose document, who holds it first, and to whom it went on (each a subject's wallet). */
export interface TokenRow {
  readonly request: string;
  readonly initialOwner: SubjectKey;
  /** False: the owner may claim it and has not. */
  readonly claimed: boolean;
  /** Who claimed it, where it was not the initial owner: a test case. */
  readonly claimedBy?: SubjectKey;
  readonly endorsedTo: readonly SubjectKey[];
}

export const tokenRows: readonly TokenRow[] = [
  {
    request: 'pagare-0371',
    initialOwner: 'maria-ortega',
    claimed: true,
    endorsedTo: ['rodrigo-aranda', 'flor-de-mayo'],
  },
  { request: 'pagare-0389', initialOwner: 'rodrigo-aranda', claimed: true, endorsedTo: ['hector-ibarra'] },
  { request: 'pagare-0398', initialOwner: 'flor-de-mayo', claimed: true, endorsedTo: [] },
  { request: 'pagare-0417', initialOwner: 'maria-ortega', claimed: false, endorsedTo: [] },
  {
    request: 'nube-pagare-12',
    initialOwner: 'itzel-xool',
    claimed: true,
    endorsedTo: ['istmo', 'hector-ibarra', 'itzel-xool'],
  },
  { request: 'suministro-lote-22', initialOwner: 'istmo', claimed: true, endorsedTo: ['maria-ortega'] },
];
