/**
 * Everything that was dropped, hashed, recognised, matched and checked in workers. A store outside of React: it tells
 * those who listen at most every tenth of a second, whatever arrives in between.
 */
import type { Evidence } from '#proofs/evidence/evidence.ts';
import type { Report } from '#proofs/verdict/report.ts';
import type { Verifier } from '#widgets/verification/worker/verifier.ts';
import type { Beside, DocumentDigests, FileResult } from '#widgets/verification/worker/tasks.ts';
import type { VerificationContext } from '#widgets/verification/context/verification-context.ts';
import { ItemStore } from './item-store.ts';
import { stateOf, type Item, type Outcome } from './item.ts';
import { Matcher } from './matching.ts';
import { bestOf, outcomeOf, reportOutcome } from './outcomes.ts';
import { PaceMeter } from './pace-meter.ts';
import type { Given } from '../drop/read-drop.ts';
import { snapshotOf, type Snapshot } from './snapshot.ts';

/**
 * Asks a service for evidence about hashes.
 *
 * @returns evidence by hash; a hash without an entry is one that the service does not know, and one whose entry is
 *   undefined is not known to be either, because what the service has was not read in full
 */
export type LookUp = (
  hashes: readonly string[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, Evidence | undefined>>;

export interface VerificationHost {
  readonly verifier: Verifier;
  /** Files checked at a time. */
  readonly atOnce: number;
  readonly now: () => number;
  /** Calls `tell` soon; once however often it is called before that. */
  readonly later: (tell: () => void) => void;
}

/** The most hashes that one look-up carries, so that its address stays below 16 KiB. */
export const hashesAtOnce = 100;

export class Verification {
  readonly #host: VerificationHost;
  readonly #items = new ItemStore();
  #matcher = new Matcher();
  readonly #digests = new Map<number, Partial<DocumentDigests> & { documentDigest: string }>();
  readonly #fromService = new Map<string, Evidence>();
  /** Not read yet. */
  readonly #unread: number[] = [];
  /** Read, and to be checked again: with another companion, or by another reader. */
  readonly #again = new Set<number>();
  readonly #toLookUp: number[] = [];
  readonly #pace = new PaceMeter();
  readonly #listeners = new Set<() => void>();
  #abort = new AbortController();
  #reader: VerificationContext | undefined;
  #lookUp: LookUp | undefined;
  #paused = false;
  #inFlight = 0;
  #lookingUp = false;
  #nextId = 1;
  #itemsDone = 0;
  #bytesDone = 0;
  #refused: readonly string[] = [];
  #isTelling = false;
  #snapshot: Snapshot;

  constructor(host: VerificationHost) {
    this.#host = host;
    this.#snapshot = this.#shoot();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): Snapshot => this.#snapshot;

  // What is given

  addFiles(given: readonly Given[], refused: readonly string[] = []): void {
    for (const { name, file } of given) this.#push(name, file);
    if (refused.length > 0) this.#refused = [...this.#refused, ...refused];
    this.#work();
  }

  /** @param hashes SHA-256, 64 lower-case hex digits each */
  addHashes(hashes: readonly string[]): void {
    for (const hash of hashes) {
      const id = this.#nextId++;
      this.#digests.set(id, { documentDigest: hash });
      this.#items.insert({
        id,
        name: hash,
        source: { from: 'hash', hash },
        step: 'waiting',
        kind: 'hash',
        sha256: hash,
      });
      this.#unread.push(id);
    }
    this.#work();
  }

  #push(name: string, file: Blob): void {
    const id = this.#nextId++;
    this.#items.insert({ id, name, source: { from: 'file', file }, size: file.size, step: 'waiting' });
    this.#unread.push(id);
  }

  // How it is checked

  /** Checks by another policy, other anchors, another time: everything that carries evidence is checked again. */
  setContext(reader: VerificationContext): void {
    const isFirst = this.#reader === undefined;
    this.#reader = reader;
    if (!isFirst) {
      for (const { id, kind, outcome } of this.#items.all) {
        const hasEvidence =
          kind !== undefined && kind !== 'document' && kind !== 'hash' && kind !== 'unreadable';
        if (hasEvidence || (outcome?.of === 'report' && outcome.by === undefined)) this.#verifyAgain(id);
      }
    }
    this.#work();
  }

  /** Whether everything is checked by this already. */
  hasTrust(trust: VerificationContext['trust']): boolean {
    return JSON.stringify(this.#reader?.trust) === JSON.stringify(trust);
  }

  /** The service that is queried for hashes of which no evidence is at hand; undefined: none. */
  askService(lookUp: LookUp | undefined): void {
    this.#lookUp = lookUp;
    if (lookUp !== undefined) {
      for (const item of this.#items.all) {
        if (item.outcome?.of === 'nothing' && item.outcome.service !== 'looked-up')
          this.#lookUpLater(item.id);
      }
    }
    this.#work();
  }

  pause(): void {
    this.#paused = true;
    this.#pace.pause(this.#host.now());
    this.#tell();
  }

  resume(): void {
    this.#paused = false;
    this.#pace.resume(this.#host.now());
    this.#work();
  }

  /** Ends what runs and forgets what waits; what was checked stays. */
  cancel(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#unread.length = 0;
    this.#again.clear();
    this.#toLookUp.length = 0;
    for (const item of this.#items.all) {
      if (stateOf(item) === 'RUNNING') this.#change(item.id, { step: item.outcome ? 'done' : 'stopped' });
    }
    this.#paused = false;
    this.#pace.reset();
    this.#tell();
  }

  /** Takes up what was cancelled, and where the verifier stopped. */
  takeUp(): void {
    for (const { id, step, source, kind } of this.#items.all) {
      if (step !== 'stopped' && step !== 'broken') continue;
      this.#change(id, { step: 'waiting' }, ['problem', 'progress']);
      if (kind === undefined || source.from === 'hash') this.#unread.push(id);
      else if (kind === 'document') this.#settle(id);
      else this.#again.add(id);
    }
    this.#work();
  }

  /** Forgets everything. */
  clear(): void {
    this.cancel();
    this.#items.clear();
    this.#matcher = new Matcher();
    this.#digests.clear();
    this.#fromService.clear();
    this.#refused = [];
    this.#itemsDone = 0;
    this.#bytesDone = 0;
    this.#tell();
  }

  item(id: number): Item | undefined {
    return this.#items.get(id);
  }

  /** The file of its own in which a certificate was given; undefined: none, it came within evidence at most. */
  certificateFile(fingerprint: string): Item | undefined {
    return this.#items.all.find((item) => item.fingerprint === fingerprint);
  }

  /** What would be decided by trust in a certificate. */
  needing(fingerprint: string): readonly Item[] {
    return this.#items.all.filter(
      ({ id, outcome, fingerprint: own }) =>
        own !== fingerprint &&
        outcome?.of === 'report' &&
        outcome.by === id &&
        outcome.pinnable.some(({ sha256 }) => sha256 === fingerprint),
    );
  }

  /** Ids of evidence about a document or hash. */
  evidenceOf(id: number): readonly number[] {
    return this.#matcher.evidenceOf(id);
  }

  /** The whole answer for one item, with steps and evidence; undefined where it carries none. */
  async fetchFullResult(id: number, signal: AbortSignal): Promise<FullResult | undefined> {
    const [item, reader] = [this.item(id), this.#reader];
    if (item?.outcome?.of !== 'report' || reader === undefined) return undefined;
    const { by } = item.outcome;
    if (by === undefined) {
      const evidence = this.#serviceEvidence(item);
      if (evidence === undefined) return undefined;
      return { evidence, report: await this.#host.verifier.run('evidence', { evidence, reader }, signal) };
    }
    const source = this.item(by)?.source;
    if (source?.from !== 'file') return undefined;
    const ask = { file: source.file, reader, beside: this.#besideOf(by) };
    const { content } = await this.#host.verifier.run('file', ask, signal);
    return 'report' in content ? { evidence: content.evidence, report: content.report } : undefined;
  }

  // The work

  #work(): void {
    while (this.#reader !== undefined && !this.#paused && this.#inFlight < this.#host.atOnce) {
      const unread = this.#unread.shift();
      if (unread !== undefined) {
        this.#run(unread, (signal) => this.#read(unread, signal));
        continue;
      }
      const [again] = this.#again;
      if (again === undefined) break;
      this.#again.delete(again);
      this.#run(again, (signal) => this.#verify(again, signal));
    }
    void this.#lookUpNext();
    this.#tell();
  }

  #run(id: number, task: (signal: AbortSignal) => Promise<void>): void {
    const { signal } = this.#abort;
    this.#inFlight += 1;
    this.#change(id, { step: 'running' });
    task(signal)
      .catch((error: unknown) => {
        // What was cancelled is shown so already; only its slot is free again.
        if (signal.aborted) return;
        const problem = error instanceof Error ? error.message : String(error);
        this.#change(id, { step: 'broken', problem });
      })
      .finally(() => {
        this.#inFlight -= 1;
        this.#work();
      });
  }

  async #read(id: number, signal: AbortSignal): Promise<void> {
    const [item, reader] = [this.item(id), this.#reader];
    if (item === undefined || reader === undefined) return;
    if (item.source.from === 'hash') {
      this.#matched(id, { as: 'document', sha256: item.source.hash, others: [] });
      this.#settle(id);
      return;
    }
    const answer = await this.#host.verifier.run(
      'file',
      { file: item.source.file, reader, brief: true },
      signal,
      (progress) => this.#change(id, { progress }),
    );
    if (signal.aborted) return;
    this.#done(item.size ?? 0);
    this.#take(item, answer, reader);
  }

  #take({ id, name, source }: Item, { digests, content }: FileResult, reader: VerificationContext): void {
    const sha256 = digests.documentDigest;
    if (content.kind === 'list') {
      if (source.from === 'file') this.#takeApart(id, name, source.file, content.entries);
      return;
    }
    const isJson = content.kind === 'document' && content.isJson;
    this.#change(id, { kind: content.kind, sha256, ...(isJson && { isJson }) }, ['progress']);
    if (content.kind === 'document' || content.kind === 'unreadable') {
      this.#digests.set(id, digests);
      if (content.kind === 'unreadable')
        this.#change(id, {
          step: 'done',
          outcome: { of: 'unreadable', why: content.why, message: content.message },
        });
      this.#matched(id, {
        as: 'document',
        sha256,
        others: [digests.otherDigests['SHA-384'], digests.otherDigests['SHA-512']],
      });
      if (content.kind === 'document') this.#settle(id);
      return;
    }
    const { fingerprint } = content.about;
    if (content.kind === 'certificate' && fingerprint !== undefined) this.#change(id, { fingerprint });
    this.#matched(id, { as: 'evidence', about: content.about });
    const { documents, stamps, certificates, against } = this.#matcher.companionsOf(id);
    this.#setOutcome(id, outcomeOf(content, id));
    const isAlone = [documents, stamps, certificates, against].every((ids) => ids.length === 0);
    // Checked alone it may say less than with what belongs to it; by another reader it may say something else.
    if (!isAlone || reader !== this.#reader) this.#verifyAgain(id);
  }

  /** A list becomes its entries, each a part of the file that is read when its turn comes. */
  #takeApart(id: number, name: string, file: Blob, entries: Uint32Array): void {
    const count = entries.length / 2;
    for (let at = 0; at < count; at += 1)
      this.#push(`${name} #${at + 1}`, file.slice(entries[2 * at], entries[2 * at + 1]));
    this.#items.remove(id);
  }

  #matched(id: number, thing: Parameters<Matcher['add']>[1]): void {
    for (const affected of this.#matcher.add(id, thing)) this.#verifyAgain(affected);
  }

  #verifyAgain(id: number): void {
    const item = this.item(id);
    if (item?.kind === undefined || item.step === 'stopped') return;
    this.#again.add(id);
    this.#change(id, { step: 'waiting' });
  }

  async #verify(id: number, signal: AbortSignal): Promise<void> {
    const [item, reader] = [this.item(id), this.#reader];
    if (item === undefined || reader === undefined) return;
    const fromService = this.#serviceEvidence(item);
    if (item.kind === 'document' || item.kind === 'hash') {
      if (fromService === undefined) {
        this.#settle(id);
        return;
      }
      const report = await this.#host.verifier.run('evidence', { evidence: fromService, reader }, signal);
      if (!signal.aborted) this.#setOutcome(id, reportOutcome(report));
      return;
    }
    if (item.source.from !== 'file') return;
    const ask = { file: item.source.file, reader, beside: this.#besideOf(id), brief: true };
    const { content } = await this.#host.verifier.run('file', ask, signal);
    if (signal.aborted) return;
    if ('report' in content) this.#setOutcome(id, outcomeOf(content, id));
    else this.#change(id, { step: 'done' });
  }

  #besideOf(id: number): Beside {
    const { documents, stamps, certificates, against } = this.#matcher.companionsOf(id);
    // Bytes that were hashed here say more than a pasted hash.
    const known = documents.flatMap((one) => this.#digests.get(one) ?? []);
    const item = this.item(id);
    const document =
      known.find((one) => one.otherDigests !== undefined) ?? (item?.kind === 'stamp' ? known[0] : undefined);
    const blobs = (ids: readonly number[]): Blob[] =>
      ids.flatMap((one) => {
        const source = this.item(one)?.source;
        return source?.from === 'file' ? [source.file] : [];
      });
    return {
      ...(document && { document }),
      ...(stamps.length > 0 && { stamps: blobs(stamps) }),
      ...(certificates.length > 0 && { certificates: blobs(certificates) }),
      ...(against.length > 0 && { against: blobs(against) }),
    };
  }

  #serviceEvidence({ id, sha256 }: Item): Evidence | undefined {
    const evidence = sha256 === undefined ? undefined : this.#fromService.get(sha256);
    const digests = this.#digests.get(id);
    // A pasted hash is no document: its bytes were seen by nobody here.
    return evidence && { ...evidence, ...(digests?.otherDigests !== undefined && digests) };
  }

  #setOutcome(id: number, outcome: Outcome): void {
    this.#change(id, { step: 'done', outcome });
    for (const document of this.#matcher.companionsOf(id).documents) this.#settle(document);
  }

  /** What is known of a document or hash: the best of the evidence about it, and what disagrees with that. */
  #settle(id: number): void {
    const item = this.item(id);
    if (item === undefined || item.kind === 'unreadable') return;
    const about = this.#matcher.evidenceOf(id).flatMap((one) => {
      const outcome = this.item(one)?.outcome;
      return outcome?.of === 'report' ? [{ one, outcome }] : [];
    });
    const best = bestOf(about);
    if (best !== undefined) {
      this.#change(id, { step: 'done', outcome: best });
      return;
    }
    if (this.#serviceEvidence(item) !== undefined) {
      this.#again.add(id);
      return;
    }
    if (item.outcome === undefined)
      this.#change(id, { outcome: { of: 'nothing', service: 'not-looked-up' } });
    if (this.#lookUp !== undefined && this.item(id)?.outcome?.of === 'nothing') this.#lookUpLater(id);
    else this.#change(id, { step: 'done' });
  }

  // The service

  #lookUpLater(id: number): void {
    this.#toLookUp.push(id);
    this.#change(id, { step: 'looking-up' });
  }

  async #lookUpNext(): Promise<void> {
    const lookUp = this.#lookUp;
    if (this.#lookingUp || this.#paused || lookUp === undefined || this.#toLookUp.length === 0) return;
    // Evidence that is still being read may make the question needless, and fewer calls carry more hashes.
    if (this.#toLookUp.length < hashesAtOnce && (this.#unread.length > 0 || this.#inFlight > 0)) return;
    this.#lookingUp = true;
    const { signal } = this.#abort;
    const ids = this.#toLookUp
      .splice(0, hashesAtOnce)
      .filter((id) => this.item(id)?.outcome?.of === 'nothing');
    const hashes = [...new Set(ids.flatMap((id) => this.item(id)?.sha256 ?? []))];
    try {
      const found = hashes.length === 0 ? new Map<string, undefined>() : await lookUp(hashes, signal);
      if (signal.aborted) return;
      for (const [hash, evidence] of found) if (evidence) this.#fromService.set(hash, evidence);
      for (const id of ids) {
        if (this.item(id)?.outcome?.of !== 'nothing') continue;
        const hash = this.item(id)?.sha256 ?? '';
        if (found.get(hash)) {
          this.#again.add(id);
          this.#change(id, { step: 'waiting' });
          continue;
        }
        const service = found.has(hash) ? 'failed' : 'looked-up';
        this.#change(id, { step: 'done', outcome: { of: 'nothing', service } });
      }
    } catch {
      if (signal.aborted) return;
      for (const id of ids)
        if (this.item(id)?.outcome?.of === 'nothing')
          this.#change(id, { step: 'done', outcome: { of: 'nothing', service: 'failed' } });
    } finally {
      this.#lookingUp = false;
      this.#work();
    }
  }

  // What listeners learn

  #change(id: number, part: Partial<Item>, gone: readonly ('problem' | 'progress')[] = []): void {
    this.#items.change(id, part, gone);
    this.#tell();
  }

  #done(bytes: number): void {
    this.#itemsDone += 1;
    this.#bytesDone += bytes;
    this.#pace.note(this.#host.now(), this.#itemsDone, this.#bytesDone);
  }

  #tell(): void {
    if (this.#isTelling) return;
    this.#isTelling = true;
    this.#host.later(() => {
      this.#isTelling = false;
      this.#snapshot = this.#shoot();
      for (const listener of this.#listeners) listener();
    });
  }

  #shoot(): Snapshot {
    return snapshotOf(this.#items.all, {
      paused: this.#paused,
      pace: this.#pace,
      refused: this.#refused,
      reader: this.#reader,
    });
  }
}

/** Everything about one item, for its detail. */
export interface FullResult {
  readonly evidence: Evidence;
  readonly report: Report;
}
