/** Pesos as a pagaré writes them: `215000.00` is «DOSCIENTOS QUINCE MIL PESOS 00/100 M.N.». */
export function pesosInWords(amount: string): string {
  const form = /^(\d{1,9})(?:\.(\d{2}))?$/.exec(amount);
  if (form === null)
    throw new RangeError(`pesosInWords: "${amount}" is not an amount below a thousand million`);
  const whole = Number(form[1]);
  const cents = form[2] ?? '00';
  return `${numberInWords(whole)}${whole > 0 && whole % 1_000_000 === 0 ? ' DE' : ''} ${whole === 1 ? 'PESO' : 'PESOS'} ${cents}/100 M.N.`;
}

/** `1250000.00` as «1,250,000.00». */
export function withThousands(amount: string): string {
  const [whole = '0', cents = '00'] = amount.split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`;
}

/** A whole number below a thousand million before a masculine noun: «VEINTIÚN», «UN MILLÓN». */
export function numberInWords(value: number): string {
  if (value === 0) return 'CERO';
  const millions = Math.floor(value / 1_000_000);
  const thousands = Math.floor(value / 1000) % 1000;
  const rest = value % 1000;
  return [
    millions === 0 ? '' : millions === 1 ? 'UN MILLÓN' : `${below1000(millions)} MILLONES`,
    thousands === 0 ? '' : thousands === 1 ? 'MIL' : `${below1000(thousands)} MIL`,
    rest === 0 ? '' : below1000(rest),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function below1000(value: number): string {
  if (value === 100) return 'CIEN';
  const hundred = hundreds[Math.floor(value / 100)] ?? '';
  const rest = below100(value % 100);
  return [hundred, rest].filter((part) => part !== '').join(' ');
}

function below100(value: number): string {
  const direct = small[value];
  if (direct !== undefined) return direct;
  const ten = tens[Math.floor(value / 10)] ?? '';
  return value % 10 === 0 ? ten : `${ten} Y ${small[value % 10] ?? ''}`;
}

const small = [
  '',
  ...[
    'UN',
    'DOS',
    'TRES',
    'CUATRO',
    'CINCO',
    'SEIS',
    'SIETE',
    'OCHO',
    'NUEVE',
    'DIEZ',
    'ONCE',
    'DOCE',
    'TRECE',
  ],
  ...[
    'CATORCE',
    'QUINCE',
    'DIECISÉIS',
    'DIECISIETE',
    'DIECIOCHO',
    'DIECINUEVE',
    'VEINTE',
    'VEINTIÚN',
    'VEINTIDÓS',
  ],
  ...['VEINTITRÉS', 'VEINTICUATRO', 'VEINTICINCO', 'VEINTISÉIS', 'VEINTISIETE', 'VEINTIOCHO', 'VEINTINUEVE'],
];
const tens = ['', '', '', 'TREINTA', 'CUARENTA', 'CINCUENTA', 'SESENTA', 'SETENTA', 'OCHENTA', 'NOVENTA'];
const hundreds = [
  '',
  ...['CIENTO', 'DOSCIENTOS', 'TRESCIENTOS', 'CUATROCIENTOS', 'QUINIENTOS'],
  ...['SEISCIENTOS', 'SETECIENTOS', 'OCHOCIENTOS', 'NOVECIENTOS'],
];
