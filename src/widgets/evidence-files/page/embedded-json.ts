/**
 * JSON as it stands in a `<script>` element of an HTML page. Inside one, `<` may end the script or begin a comment,
 * and U+2028 and U+2029 end lines: they are written as escapes of JSON, which mean the same to every reader of it.
 */

const escapes: readonly (readonly [character: string, escape: string])[] = [
  ['<', '\\u003c'],
  ['\u2028', '\\u2028'],
  ['\u2029', '\\u2029'],
];

/** @param json JSON text; outside strings it has none of the characters, so only strings change */
export function embedJson(json: string): string {
  return escapes.reduce((text, [character, escape]) => text.replaceAll(character, escape), json);
}

/** The text that was embedded, byte for byte, if it was canonical JSON: that writes these characters as they are. */
export function restoreJson(embedded: string): string {
  // An escaped backslash is passed over whole, so that what follows it is not taken for an escape.
  return embedded.replace(/\\(u003c|u2028|u2029|[^])/g, (whole) => {
    const found = escapes.find(([, escape]) => escape === whole);
    return found?.[0] ?? whole;
  });
}
