/**
 * Which of the things that were dropped belong together, by what they say of themselves: a document and the evidence
 * about its hash, a time-stamp and what it is over, an OCSP response and the certificate it speaks of, certificates on
 * the way to an anchor, and what one says against a time-stamp in another. The order in which they come does not matter. Matching believes nothing: what was matched is
 * checked together, and the verification says whether it holds.
 */
import type { About } from '#widgets/verification/worker/about-evidence.ts';

export type Matched =
  | {
      readonly as: 'document';
      readonly sha256: string;
      /** By other functions; a pasted hash has none. */
      readonly others: readonly string[];
    }
  | { readonly as: 'evidence'; readonly about: About };

/** What is checked together with a piece of evidence. Each list is in the order in which things came. */
export interface Companions {
  readonly documents: readonly number[];
  readonly stamps: readonly number[];
  /** For an OCSP response, the certificate that it speaks of comes first. */
  readonly certificates: readonly number[];
  /** What may say that a time-stamp in it does not count: files of whoever signed by its key, OCSP responses about it. */
  readonly against: readonly number[];
}

/** On a way to an anchor. */
const mostCertificates = 12;
/** Over one digest. */
const mostStamps = 4;
/** Of one signer of time-stamps: one more than are looked at, so that the check says when there are too many. */
export const mostAgainst = 65;

export class Matcher {
  readonly #things = new Map<number, Matched>();
  readonly #documents = new Index();
  /** Evidence by the document it is about. */
  readonly #evidence = new Index();
  /** Time-stamps by the digest they are over. */
  readonly #stamps = new Index();
  /** Evidence by the digests over which a time-stamp would help. */
  readonly #wants = new Index();
  readonly #certificates = new Index();
  /** Evidence by the names of issuers that would help it. */
  readonly #needs = new Index();
  readonly #bySerial = new Index();
  readonly #answers = new Index();
  /** Evidence by what it says against time-stamps. */
  readonly #against = new Index();
  /** Evidence by the certificates in its time-stamps. */
  readonly #stampedBy = new Index();

  /** Takes a thing in. @returns ids of evidence that now has another companion, ascending */
  add(id: number, thing: Matched): number[] {
    this.#things.set(id, thing);
    const affected = new Set<number>();
    if (thing.as === 'document') {
      for (const digest of [thing.sha256, ...thing.others]) {
        this.#documents.add(digest, id);
        for (const one of this.#stamps.of(digest)) affected.add(one);
      }
      for (const one of this.#evidence.of(thing.sha256)) affected.add(one);
    } else this.#addEvidence(id, thing.about, affected);
    affected.delete(id);
    return [...affected].sort((a, b) => a - b);
  }

  #addEvidence(id: number, about: About, affected: Set<number>): void {
    const { hash, imprint, certificate, answersFor = [], issuers = [], wants = [] } = about;
    if (hash !== undefined) this.#evidence.add(hash, id);
    if (imprint !== undefined) {
      this.#stamps.add(imprint.digest, id);
      for (const one of this.#wants.of(imprint.digest)) affected.add(one);
    }
    for (const digest of wants) this.#wants.add(digest, id);
    for (const mark of about.stampedBy ?? []) this.#stampedBy.add(mark, id);
    for (const mark of about.against ?? []) this.#speakAgainst(mark, id, affected);
    for (const { serial } of answersFor) this.#answers.add(serial, id);
    for (const issuer of issuers) this.#needs.add(issuer, id);
    if (certificate === undefined) return;
    this.#certificates.add(certificate.subject, id);
    this.#bySerial.add(certificate.serial, id);
    this.#reach(id, affected, new Set());
  }

  /** A time-stamp with this mark, and the evidence that it stands in for, are verified again. */
  #speakAgainst(mark: string, id: number, affected: Set<number>): void {
    this.#against.add(mark, id);
    for (const one of this.#stampedBy.of(mark)) {
      affected.add(one);
      const digest = this.#aboutOf(one)?.imprint?.digest;
      for (const other of digest === undefined ? [] : this.#wants.of(digest)) affected.add(other);
    }
  }

  /** Everything whose way to an anchor may lead over a certificate. */
  #reach(id: number, affected: Set<number>, seen: Set<number>): void {
    if (seen.has(id) || seen.size >= mostCertificates * mostCertificates) return;
    seen.add(id);
    const certificate = this.#certificateOf(id);
    if (certificate === undefined) return;
    for (const one of this.#answers.of(certificate.serial)) affected.add(one);
    for (const one of this.#needs.of(certificate.subject)) {
      affected.add(one);
      if (this.#certificateOf(one) !== undefined) this.#reach(one, affected, seen);
    }
  }

  #certificateOf(id: number): About['certificate'] {
    return this.#aboutOf(id)?.certificate;
  }

  #aboutOf(id: number): About | undefined {
    const thing = this.#things.get(id);
    return thing?.as === 'evidence' ? thing.about : undefined;
  }

  companionsOf(id: number): Companions {
    const thing = this.#things.get(id);
    if (thing?.as !== 'evidence') return { documents: [], stamps: [], certificates: [], against: [] };
    const { hash, imprint, wants = [] } = thing.about;
    const documents = [
      ...(hash === undefined ? [] : this.#documents.of(hash)),
      ...(imprint === undefined ? [] : this.#documents.of(imprint.digest)),
    ];
    const stamps = wants.flatMap((digest) => this.#stamps.of(digest).slice(0, mostStamps));
    const stampedBy = [id, ...stamps].flatMap((one) => this.#aboutOf(one)?.stampedBy ?? []);
    const against = stampedBy.flatMap((mark) => this.#spokenAgainst(mark));
    return {
      documents: ascending(documents),
      stamps: ascending(stamps),
      certificates: this.#way(id, thing.about),
      against: ascending(against).filter((one) => one !== id),
    };
  }

  /** Each response once, in however many files it lies: copies displace no other. */
  #spokenAgainst(mark: string): number[] {
    const seen = new Set<string | number>();
    return this.#against.of(mark).filter((id) => {
      const known = seen.size;
      if (known < mostAgainst) for (const one of this.#aboutOf(id)?.revokes?.[mark] ?? [id]) seen.add(one);
      return seen.size > known;
    });
  }

  #way(id: number, { answersFor = [], issuers = [] }: About): number[] {
    const about = answersFor.flatMap(({ serial, algorithm, issuerName }) =>
      this.#bySerial
        .of(serial)
        .filter((one) => this.#certificateOf(one)?.issuerNames[algorithm] === issuerName),
    );
    const [subject] = ascending(about);
    const way: number[] = subject === undefined ? [] : [subject];
    const names = [
      ...issuers,
      ...(subject === undefined ? [] : [this.#certificateOf(subject)?.issuer ?? '']),
    ];
    // Level by level from what is checked: of too many, the nearest issuers stay.
    for (let at = 0; at < names.length && way.length < mostCertificates; at += 1) {
      for (const one of this.#certificates.of(names[at] ?? '')) {
        if (one === id || way.includes(one) || way.length >= mostCertificates) continue;
        way.push(one);
        const issuer = this.#certificateOf(one)?.issuer;
        if (issuer !== undefined && !names.includes(issuer)) names.push(issuer);
      }
    }
    return way;
  }

  /** Evidence that is about a document or a hash, in the order in which it came. */
  evidenceOf(id: number): number[] {
    const thing = this.#things.get(id);
    if (thing?.as !== 'document') return [];
    const stamps = [thing.sha256, ...thing.others].flatMap((digest) => this.#stamps.of(digest));
    return ascending([...this.#evidence.of(thing.sha256), ...stamps]);
  }
}

/** Ids by a key, ascending, each once. */
class Index {
  readonly #ids = new Map<string, number[]>();

  add(key: string, id: number): void {
    const ids = this.#ids.get(key);
    if (ids === undefined) this.#ids.set(key, [id]);
    else if (!ids.includes(id)) {
      ids.push(id);
      // They come in any order, as workers finish.
      ids.sort((a, b) => a - b);
    }
  }

  of(key: string): readonly number[] {
    return this.#ids.get(key) ?? [];
  }
}

function ascending(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((a, b) => a - b);
}
