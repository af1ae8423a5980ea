/** A text as it may stand somewhere else: as it is, percent-encoded, in base64 by itself or inside of more. */
export function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const inMore = [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // Digits at the ends share their bits with what stands beside.
    return whole.slice(Math.ceil((before * 8) / 6), whole.length - 1);
  });
  const urlSafe = inMore.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const forms = [secret, encodeURIComponent(secret), bytes.toString('hex'), ...inMore, ...urlSafe];
  return [...new Set([...forms, Array.from(secret).reverse().join('')])].filter((form) => form.length >= 12);
}

/** A secret and where it was found, without the secret itself. */
export interface Leak {
  readonly secret: string;
  readonly where: string;
}

/** Which of the secrets stand in a text, in any form. */
export function leaksIn(
  where: string,
  text: string,
  secrets: ReadonlyMap<string, readonly string[]>,
): readonly Leak[] {
  return [...secrets].flatMap(([secret, forms]) =>
    forms.some((form) => text.includes(form)) ? [{ secret, where }] : [],
  );
}
