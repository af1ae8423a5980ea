/** Names that begin as settings do and are read by the command line and by the tools beside the service. */
const others =
  /^TESTIGO_(?:LOG|SINCE|VECTORS|FUZZ|MUTATE|PROPERTY_SEED|(?:TEST|E2E|CHAOS|FAULTS|MUTATION|BENCH|DEEP)_\w+)$/;

/**
 * The first name that begins as a setting of this service does and is none, with the one that it may stand for: a
 * mistyped setting would otherwise be one that was never made.
 *
 * @param known what the settings were read from
 */
export function unknownName(
  names: readonly string[],
  known: ReadonlySet<string>,
): { readonly name: string; readonly nearest: string } | undefined {
  const name = names.find((each) => each.startsWith('TESTIGO_') && !known.has(each) && !others.test(each));
  if (name === undefined) return undefined;
  const [nearest = ''] = [...known, 'TESTIGO_LOG']
    .filter((each) => each.startsWith('TESTIGO_'))
    .toSorted((a, b) => distance(a, name) - distance(b, name));
  return { name, nearest };
}

/** How many characters have to be put in, taken away or changed (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
