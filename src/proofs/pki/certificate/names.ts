/**
 * Distinguished names and their comparison (RFC 5280 §7.1 with RFC 4518): case and runs of blanks do not
 * count, and the same text as PrintableString or UTF8String is the same name.
 */
import { toHex } from '../../encoding/bytes.ts';
import { shown } from '../../encoding/visible-text.ts';
import { Fields, itemsOf, listOf, expectTag, tags, type Der } from '../der/der.ts';
import { readOid, readText } from '../der/der-values.ts';
import { attributeName } from '../der/oids.ts';

export interface NameAttribute {
  /** Dotted OID. */
  readonly type: string;
  /** As it may be shown: hidden characters escaped, bytes that are no text as `#hex`. */
  readonly shown: string;
  /** The text as it stands; undefined where the bytes are no text of their type. */
  readonly text: string | undefined;
}

export interface Name {
  readonly der: Uint8Array;
  readonly attributes: readonly NameAttribute[];
  /** One comparable text for each relative name, outermost first. */
  readonly keys: readonly string[];
}

const maxRelativeNames = 64;
const maxAttributesOfOne = 16;

/** Reads a Name: a SEQUENCE, possibly empty, of sets of attributes (RFC 5280 §4.1.2.4). */
export function readName(node: Der, subject: string): Name {
  const attributes: NameAttribute[] = [];
  const keys: string[] = [];
  for (const relative of itemsOf(expectTag(node, tags.sequence, subject), subject, maxRelativeNames)) {
    const { attributes: some, key } = readRelativeName(relative, subject);
    attributes.push(...some);
    keys.push(key);
  }
  return { der: node.bytes, attributes, keys };
}

/** A RelativeDistinguishedName under SET or, in a distribution point, under `[1]`. */
export function readRelativeName(
  node: Der,
  subject: string,
): { readonly attributes: readonly NameAttribute[]; readonly key: string } {
  const attributes: NameAttribute[] = [];
  const keys: string[] = [];
  for (const item of listOf(node, tags.set, subject, maxAttributesOfOne)) {
    const fields = new Fields(item, subject);
    const type = readOid(fields.next(tags.oid, 'attribute type'), subject);
    const value = fields.any('attribute value');
    fields.end();
    const text = readText(value);
    attributes.push({ type, text, shown: text === undefined ? `#${toHex(value.bytes)}` : shown(text) });
    keys.push(`${type}=${comparable(value, text)}`);
  }
  // A set has no order, so neither has its key.
  return { attributes, key: keys.sort().join('+') };
}

const directoryTags: readonly number[] = [tags.utf8, tags.printable, tags.bmp, tags.universal];
const asciiTags: readonly number[] = [tags.ia5, tags.visible, tags.numeric];

/**
 * The class of the type and the folded text. Directory strings compare with each other (RFC 5280 §7.1), IA5
 * strings among themselves (§7.2 domainComponent, §7.5 e-mail); all else byte by byte.
 */
function comparable(value: Der, text: string | undefined): string {
  if (text !== undefined && directoryTags.includes(value.tag)) return `text:${escaped(folded(text))}`;
  if (text !== undefined && asciiTags.includes(value.tag)) return `ascii:${escaped(folded(text))}`;
  return text === undefined ? `der:${toHex(value.bytes)}` : `t61:${escaped(text)}`;
}

/** RFC 4518 §2: map (case, soft hyphens and the like away), normalize (NFKC), then insignificant blanks. */
export function folded(text: string): string {
  return text
    .replace(/[\u00AD\u034F\u1806\u180B-\u180D\u200B-\u200D\u2060\uFE00-\uFE0F\uFEFF]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Keeps `+` and `=` of a value apart from those between values. */
function escaped(text: string): string {
  return text.replace(/[\\+=]/g, (sign) => `\\${sign}`);
}

/** A text that is the same for the same names, to look names up by. */
export function nameKey(name: Name): string {
  return JSON.stringify(name.keys);
}

export function sameName(a: Name, b: Name): boolean {
  return a.keys.length === b.keys.length && isWithin(a, b);
}

/** True when `base` is a beginning of `name`: the subtree of RFC 5280 §4.2.1.10 for directory names. */
export function isWithin(name: Name, base: Name): boolean {
  return base.keys.length <= name.keys.length && base.keys.every((key, index) => name.keys[index] === key);
}

/**
 * The same of names that read alike, whatever types of string they are written in. They are not shown to be the same name,
 * and whoever wants to escape a constraint chooses the type.
 */
export function readsWithin(name: Name, base: Name): boolean {
  const bare = (key: string): string => folded(key.replace(/=(?:text|ascii|t61):/g, '='));
  return (
    base.keys.length <= name.keys.length &&
    base.keys.every((key, at) => bare(name.keys[at] ?? '') === bare(key))
  );
}

export function isEmptyName(name: Name): boolean {
  return name.keys.length === 0;
}

/** One line, outermost attribute last (RFC 4514 order), hidden characters escaped. */
export function nameText(name: Name): string {
  return [...name.attributes]
    .reverse()
    .map(({ type, shown: value }) => `${attributeName(type)}=${value}`)
    .join(', ');
}

/** The texts of all attributes of a type, in their order. */
export function attributeTexts(name: Name, type: string): string[] {
  return name.attributes.flatMap((attribute) =>
    attribute.type === type && attribute.text !== undefined ? [attribute.text] : [],
  );
}
