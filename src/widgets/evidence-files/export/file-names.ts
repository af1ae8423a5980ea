/** What a file of evidence is for; each kind has its ending. */
export type EvidenceFile = 'case' | 'page' | 'failures';

const endings: Readonly<Record<EvidenceFile, string>> = {
  case: '.testigo.json',
  page: '.testigo.html',
  failures: '.csv',
};

/** Characters of a title that stay in a name; file systems count bytes and cut at 255. */
const longestStem = 60;

/**
 * A name that every file system takes and that cannot hide what it is: `a` to `z`, digits and hyphens,
 * what it is about, the first digits of the hash, the ending of its kind. The same title and hash give the same name.
 *
 * @param hash SHA-256 of what the file is about, hex; absent where it is about several things
 */
export function evidenceFileName(kind: EvidenceFile, title: string, hash?: string): string {
  const stem = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longestStem)
    .replace(/^-+|-+$/g, '');
  const digits = /^(?:0x)?([0-9a-f]{12})/i.exec(hash ?? '')?.[1]?.toLowerCase();
  // The first word keeps names apart that Windows keeps for itself (`con`, `nul`, `com1`).
  return [...['testigo', stem, digits].filter(Boolean)].join('-') + endings[kind];
}

/** Names for files that lie together: a repeated one gets a number, in the order in which they come. */
export function distinctNames(): (name: string) => string {
  const given = new Set<string>();
  return (name) => {
    const [, stem = name, ending = ''] = /^(.*?)((?:\.testigo)?\.[a-z]+)$/.exec(name) ?? [];
    let free = name;
    for (let number = 2; given.has(free); number += 1) free = `${stem}-${number}${ending}`;
    given.add(free);
    return free;
  };
}
