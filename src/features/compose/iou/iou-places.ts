import type { IouFields } from '#jobs/drafts/draft-shape.ts';
import { matchesOf, namePattern, type Finding, type Span } from './iou-reading.ts';

// Texts are folded: upper case, without accents and points.

/** What a pagaré names a place after: where it was subscribed, where it is payable. */
const naming =
  /\b(?:SUSCRITO|PAGADERO)\s+EN\s+(?!UNA?\s|MONEDA\s|PARCIALIDADES|PAGOS|\d)|(?:^|\n)\s*LUGAR(?:\s+DE\s+(?:PAGO|SUSCRIPCION|EXPEDICION))?\s*:\s*/g;
const behindPlace = /^(?:,?\s+EL\s+(?:DIA\s+)?\d|,?\s+A\s+(?:LA\s+VISTA|\d)|\s*\n|\s*$|\s+\(|;)/;

export interface PlaceNames extends Finding {
  /** Where the right names stand. */
  readonly spans: readonly Span[];
}

/** Whether every place that the text names is the field's; without one in the field, that the text names none. */
export function placeNames(text: string, place: string): PlaceNames {
  const pattern = namePattern(place);
  const spans: Span[] = [];
  for (const { end } of matchesOf(text, naming)) {
    const rest = text.slice(end);
    const length = pattern === undefined ? undefined : new RegExp(`^${pattern}`).exec(rest)?.[0].length;
    if (length === undefined || !behindPlace.test(rest.slice(length)))
      return { holds: false, said: (rest.split('\n')[0] ?? '').slice(0, 60), spans };
    spans.push([end, end + length]);
  }
  return { holds: pattern === undefined || spans.length > 0, spans };
}

const number = '(-?\\d{1,3}(?:\\.\\d+)?)(?![\\d.])';
/** Two numbers that are called coordinates, or that have the decimals of coordinates. */
const called = new RegExp(`\\bCOORDENADAS(?:\\s+GEOGRAFICAS)?:?\\s+${number}\\s*[,;]?\\s+${number}`, 'g');
const looking = /(?<![\d.])(-?\d{1,3}\.\d{3,8})\s*[,;]\s*(-?\d{1,3}\.\d{3,8})(?![\d.])/g;

/** The coordinates are what the service registers; the place's name is compared beside them. */
export function checkLocation(text: string, fields: Required<IouFields>, places: PlaceNames): Finding {
  const own = pair(fields.latitude, fields.longitude);
  const said = [...text.matchAll(called), ...text.matchAll(looking)].map(
    ([, latitude = '', longitude = '']) => pair(latitude, longitude),
  );
  const other = said.find((one) => one !== own);
  if (other !== undefined) return { holds: false, said: other };
  return { holds: said.length > 0 && places.holds, said: places.said };
}

const pair = (latitude: string, longitude: string): string => `${degrees(latitude)}, ${degrees(longitude)}`;

/** Decimal text in one form: `020.50` and `20.5` are the same place. */
function degrees(text: string): string {
  const match = /^(-?)0*(\d+)(?:\.(\d*?)0*)?$/.exec(text.trim());
  if (!match) return text.trim();
  const [, sign = '', whole = '', fraction = ''] = match;
  const value = fraction === '' ? whole : `${whole}.${fraction}`;
  return value === '0' ? '0' : sign + value;
}
