/** Deepest nesting that is followed; one bit is stored for each level. */
const maxDepth = 1_000_000;

const literals = { t: 'rue', f: 'alse', n: 'ull' } as const;
type Step =
  | 'value'
  | 'first-item'
  | 'first-key'
  | 'key'
  | 'colon'
  | 'after'
  | 'text'
  | 'escape'
  | 'unicode'
  | 'literal'
  | 'number';

type NumberPart = 'minus' | 'zero' | 'whole' | 'point' | 'fraction' | 'exponent' | 'sign' | 'power';

/** Which part of a number a character begins or continues after another part; `1` stands for 1 to 9, `+` for a minus too. */
const numberParts: Readonly<Record<NumberPart, Readonly<Record<string, NumberPart>>>> = {
  minus: { 0: 'zero', 1: 'whole' },
  zero: { '.': 'point', e: 'exponent' },
  whole: { 0: 'whole', 1: 'whole', '.': 'point', e: 'exponent' },
  point: { 0: 'fraction', 1: 'fraction' },
  fraction: { 0: 'fraction', 1: 'fraction', e: 'exponent' },
  exponent: { '+': 'sign', 0: 'power', 1: 'power' },
  sign: { 0: 'power', 1: 'power' },
  power: { 0: 'power', 1: 'power' },
};

/** A character as the table of numbers has it. */
function ofNumber(character: string): string {
  if (isDigit(character)) return character === '0' ? '0' : '1';
  return character === 'E' ? 'e' : character === '-' ? '+' : character;
}

const isDigit = (character: string): boolean => character >= '0' && character <= '9';

/** Parts that a digit leaves as they are. */
const isRepeated: Readonly<Partial<Record<NumberPart, true>>> = { whole: true, fraction: true, power: true };
const complete: ReadonlySet<NumberPart> = new Set<NumberPart>(['zero', 'whole', 'fraction', 'power']);

/**
 * Reads JSON text (RFC 8259) as it comes and says whether it is some, storing nothing of it but how it nests. A byte
 * order mark at its beginning is ignored, as RFC 8259 §8.1 allows.
 */
export class JsonText {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  /** For each open level whether it is an object, a bit each. */
  #levels = new Uint8Array(64);
  #depth = 0;
  #step: Step = 'value';
  #isKey = false;
  #rest = '';
  #digitsLeft = 0;
  #part: NumberPart = 'minus';
  #broken = false;

  /** @returns false once it cannot be JSON any more, whatever comes */
  push(bytes: Uint8Array): boolean {
    return this.#read(bytes);
  }

  /** Whether all that came is one JSON text. */
  end(): boolean {
    if (!this.#read(undefined)) return false;
    if (this.#step === 'number' && complete.has(this.#part)) this.#step = 'after';
    return this.#step === 'after' && this.#depth === 0;
  }

  /** @param bytes undefined: there are no more */
  #read(bytes: Uint8Array | undefined): boolean {
    if (this.#broken) return false;
    let text: string;
    try {
      text = this.#decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      this.#broken = true; // not UTF-8, or it ends inside a character
      return false;
    }
    for (let at = 0; at < text.length; at += 1) {
      if (this.#accepts(text, at)) continue;
      this.#broken = true;
      return false;
    }
    return true;
  }

  #accepts(text: string, at: number): boolean {
    const code = text.charCodeAt(at);
    // Most of a text is inside of quotes, or digits.
    if (this.#step === 'number' && code >= 0x30 && code <= 0x39 && isRepeated[this.#part]) return true;
    if (this.#step !== 'text') return this.#take(text.charAt(at));
    if (code === 0x22) this.#step = this.#isKey ? 'colon' : 'after';
    else if (code === 0x5c) this.#step = 'escape';
    return code >= 0x20;
  }

  /** @returns whether the character may stand here */
  #take(character: string): boolean {
    switch (this.#step) {
      case 'escape':
        if (character === 'u') {
          this.#digitsLeft = 4;
          this.#step = 'unicode';
          return true;
        }
        this.#step = 'text';
        return '"\\/bfnrt'.includes(character);
      case 'unicode':
        this.#digitsLeft -= 1;
        if (this.#digitsLeft === 0) this.#step = 'text';
        return /[\da-fA-F]/.test(character);
      case 'literal':
        if (!this.#rest.startsWith(character)) return false;
        this.#rest = this.#rest.slice(1);
        if (this.#rest === '') this.#step = 'after';
        return true;
      case 'number':
        return this.#takeOfNumber(character);
      default:
        return ' \t\n\r'.includes(character) || this.#takeBetween(character);
    }
  }

  #takeOfNumber(character: string): boolean {
    const part = numberParts[this.#part][ofNumber(character)];
    if (part !== undefined) {
      this.#part = part;
      return true;
    }
    if (!complete.has(this.#part)) return false;
    this.#step = 'after';
    return this.#take(character);
  }

  /** A character that is not white space, outside of texts, numbers and literals. */
  #takeBetween(character: string): boolean {
    switch (this.#step) {
      case 'first-key':
        return character === '}' ? this.#close(true) : this.#takeKey(character);
      case 'key':
        return this.#takeKey(character);
      case 'colon':
        this.#step = 'value';
        return character === ':';
      case 'after':
        if (this.#depth === 0) return false;
        if (character !== ',') return this.#close(this.#isObject(), character);
        this.#step = this.#isObject() ? 'key' : 'value';
        return true;
      case 'first-item':
        return character === ']' ? this.#close(false) : this.#takeValue(character);
      default:
        return this.#takeValue(character);
    }
  }

  #takeKey(character: string): boolean {
    this.#isKey = true;
    this.#step = 'text';
    return character === '"';
  }

  #takeValue(character: string): boolean {
    if (character === '{' || character === '[') return this.#open(character === '{');
    if (character === '"') {
      this.#isKey = false;
      this.#step = 'text';
    } else if (character === 't' || character === 'f' || character === 'n') {
      this.#rest = literals[character];
      this.#step = 'literal';
    } else if (character === '-' || isDigit(character)) {
      this.#part = character === '-' ? 'minus' : character === '0' ? 'zero' : 'whole';
      this.#step = 'number';
    } else return false;
    return true;
  }

  #open(isObject: boolean): boolean {
    if (this.#depth >= maxDepth) return false;
    const index = this.#depth >> 3;
    if (index >= this.#levels.length) {
      const longer = new Uint8Array(this.#levels.length * 2);
      longer.set(this.#levels);
      this.#levels = longer;
    }
    const bit = 1 << (this.#depth & 7);
    const before = this.#levels[index] ?? 0;
    this.#levels[index] = isObject ? before | bit : before & ~bit;
    this.#depth += 1;
    this.#step = isObject ? 'first-key' : 'first-item';
    return true;
  }

  #isObject(): boolean {
    const level = this.#depth - 1;
    return ((this.#levels[level >> 3] ?? 0) & (1 << (level & 7))) !== 0;
  }

  #close(isObject: boolean, character = isObject ? '}' : ']'): boolean {
    this.#depth -= 1;
    this.#step = 'after';
    return character === (isObject ? '}' : ']');
  }
}
