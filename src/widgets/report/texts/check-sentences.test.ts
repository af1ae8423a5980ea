import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkEvidence } from '#proofs/check-evidence.ts';
import { checkIds, reasonCodes, type Check, type Reason } from '#proofs/check.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import { allChecks } from '#proofs/verdict/report.ts';
import {
  context,
  documentWitness,
  evidence,
  provenAt,
  stampOver,
  withInvite,
  withWitness,
} from '#proofs/testing/case-material.ts';
import { overwriteGetLocale, type Locale } from '#i18n/messages.ts';
import { stepWords, valueName } from './check-words.ts';
import {
  basisCount,
  knowsNext,
  nextOf,
  nextSentence,
  questionOf,
  reasonSentence,
  withUsefulAdvice,
} from './check-sentences.ts';
import { contradictionWords, conflictWords, ruleOf } from './reason-sentences.ts';
import { knowsRule } from './rule-words.ts';

const locales: readonly Locale[] = ['en', 'es-MX'];

// Words are said in the language that is set; each test sets its own.
let locale: Locale = 'en';
beforeEach(() => {
  overwriteGetLocale(() => locale);
});
afterEach(() => {
  locale = 'en';
});

/** What `say` gives in either language. */
function inBoth(say: () => string): readonly string[] {
  return locales.map((one) => {
    locale = one;
    return say();
  });
}

/** Said in both languages, each its own way, with nothing left to fill in. */
function expectSaid(say: () => string, what: string): void {
  const [english = '', spanish = ''] = inBoth(say);
  for (const text of [english, spanish]) {
    expect(text, what).not.toMatch(/[{}]|undefined|verdicts_/);
    expect(text.length, what).toBeGreaterThan(3);
  }
  expect(spanish, what).not.toBe(english);
}

const proofs = join(import.meta.dirname, '../../../proofs');

/** The sources of the proofs, without their tests and without the rules that changed, which have words of their own. */
const sources = (readdirSync(proofs, { recursive: true }) as string[]) // no encoding is named: texts
  .filter(
    (name) => name.endsWith('.ts') && !/\.test\.ts$|testing\/|known-answers\/|vector|rule-changes/.test(name),
  )
  .map((name) => ({ name, text: readFileSync(join(proofs, name), 'utf8') }));

function found(pattern: RegExp): string[] {
  return [
    ...new Set(sources.flatMap(({ text }) => [...text.matchAll(pattern)].map((one) => one[1] ?? ''))),
  ].sort();
}

describe('every check, reason and next action of the proofs has words', () => {
  it.each(checkIds)('%s has a question in both languages', (id) => {
    expectSaid(() => questionOf({ id }), id);
    expect(questionOf({ id })).not.toContain(id);
  });

  it.each(reasonCodes)('%s is said in both languages, as a sentence', (code) => {
    expectSaid(() => reasonSentence({ code }), code);
    for (const text of inBoth(() => reasonSentence({ code }))) {
      expect(text).toMatch(/^[\p{Lu}«—\d].*\.$/su);
      expect(text).not.toContain(code);
    }
  });

  it('too many OCSP responses are not called too many certificates', () => {
    const reason: Reason = { code: 'X_TOO_LARGE', detail: { responses: 65 } };
    expect(inBoth(() => reasonSentence(reason, 'nom151.path'))).toEqual([
      'More OCSP responses report a revocation than are checked here.',
      'Hay más respuestas OCSP que reportan una revocación de las que aquí se revisan.',
    ]);
  });

  it('a time-stamp is said to be by the wrong signer only where that is the rule', () => {
    const said = (rule: string) =>
      reasonSentence({ code: 'SIG_CONSTRAINTS_FAILURE', detail: { rule } }, 'nom151.signer');
    const naming = said('the signed certificate hash is that of the signer');
    expect(said('ESSCertID or ESSCertIDv2')).toBe(naming);
    for (const rule of [
      'the time-stamp is not by a signer of what it dates',
      'the certificate of the signer is for time-stamps',
      'the signer is not an authority of certificates',
    ]) {
      expect(said(rule)).not.toBe(naming);
      expectSaid(() => said(rule), rule);
    }
  });

  it('every next action that a source of the proofs names is advised in both languages', () => {
    // What stands after `code:` in lower case is a next action; reasons stand in capitals.
    const named = sources.flatMap(({ text }) => [...text.matchAll(/\bcode: ([^}\n]*)/g)]);
    const codes = named.flatMap(([, rest = '']) =>
      [...rest.matchAll(/'([a-z]+(?:_[a-z]+)+)'/g)].map(([, code = '']) => code),
    );
    expect(new Set(codes).size).toBeGreaterThan(25);
    expect(codes).toContain('get_evidence_again');
    for (const code of new Set(codes)) {
      if (!knowsNext(code)) expect.fail(`no words for the next action ${code}`);
      expectSaid(() => nextSentence({ code }), code);
    }
  });

  it('every rule that a source of the proofs names has words', () => {
    const rules = [
      ...found(/\brule: '([^']+)'/g),
      ...found(/\brule =\s+entries[^']+'([^']+)'/g),
      ...found(/unauthorized\('([^']+)'\)/g),
      ...found(/constraint\(certificate, '([^']+)'\)/g),
      ...found(/\bform\('([^']+)'\)/g),
      ...found(/refuse\(notes\.other, '([^']+)'\)/g),
      ...found(/notes\.other\.push\('([^']+)'\)/g),
    ].filter((rule) => !['permitted', 'excluded'].includes(rule));
    expect(rules.length).toBeGreaterThan(35);
    for (const rule of rules) {
      if (!knowsRule(rule)) expect.fail(`no words for the rule "${rule}"`);
      expectSaid(() => ruleOf({ code: 'GENERIC', detail: { rule } }) ?? '', rule);
    }
  });

  it('every contradiction and every conflict of times has words', () => {
    const contradictions = found(/^ {2}\| '([a-z_]+)'/gm).filter((kind) =>
      /without|while|differs/.test(kind),
    );
    expect(contradictions).toHaveLength(9);
    for (const kind of contradictions) {
      expectSaid(() => contradictionWords(kind), kind);
      expect(contradictionWords(kind)).not.toBe(kind);
    }
    const conflicts = found(/'([a-z]+_(?:before_\w+|in_the_future|at_is_not_the_earliest))'/g);
    expect(conflicts).toHaveLength(7);
    for (const kind of conflicts) {
      expectSaid(() => conflictWords(kind), kind);
      expect(conflictWords(kind)).not.toBe(kind);
    }
  });

  it('a code, a check and an action that are not known are shown as text', () => {
    // As a report of a later version would carry them.
    const later = { code: 'X_OF_LATER' } as unknown as Reason; // not one of the codes of today
    expect(reasonSentence(later)).toContain('X_OF_LATER');
    expect(nextSentence({ code: 'do_something_new' })).toContain('do_something_new');
    expect(questionOf({ id: 'later.check' } as unknown as Check)).toBe('later.check'); // not an id of today
    expect(questionOf({ id: 'constructor' } as unknown as Check)).toBe('constructor'); // a name that objects have
  });
});

describe('what a reason carries is said', () => {
  const mexico = { locale: 'es-MX', timeZone: 'America/Mexico_City', utc: false } as const;
  const spanish = (reason: Reason, id?: Check['id']): string => {
    locale = 'es-MX';
    return reasonSentence(reason, id, mexico);
  };

  it('dates stand in the reader’s zone, which is named', () => {
    const revoked: Reason = { code: 'REVOKED', detail: { revokedAt: '2026-11-18T23:41:07Z', reason: 1 } };
    expect(spanish(revoked)).toBe(
      'El certificado se revocó el 18 de noviembre de 2026, 17:41:07 (UTC−06:00) (llave privada comprometida); solo consta que la firma existía después.',
    );
    locale = 'en';
    expect(reasonSentence(revoked)).toContain('18 November 2026, 23:41:07 (UTC)');
  });

  it('an answer that is too old says by how many days, and asks for a newer one', () => {
    const reason: Reason = {
      code: 'X_OCSP_STALE',
      detail: { thisUpdate: '2026-11-09T17:00:00Z', bestTime: '2026-11-18T23:41:07Z', days: 9.3 },
    };
    expect(spanish(reason)).toContain('anterior a la firma por más de 9 días');
    // Compared with now, as no time of the signature is proven, it is not said to be older than the signature.
    expect(spanish({ ...reason, detail: { ...reason.detail, against: 'now' } })).toBe(
      'Nada prueba cuándo se firmó, y la respuesta OCSP ya no está vigente.',
    );
    expect(nextOf({ reason, next: { code: 'get_ocsp' } })).toBe('Consigue una respuesta más reciente.');
    expect(nextOf({ next: { code: 'get_ocsp' } })).toBe(
      'Consigue de la autoridad una respuesta OCSP de este certificado.',
    );
  });

  it('the same code is said of what it is about', () => {
    const code = 'SIG_CRYPTO_FAILURE';
    const said = (['signature.rsa', 'nom151.signature', 'ocsp.signature', 'token.id'] as const).map((id) =>
      spanish({ code }, id),
    );
    expect(new Set(said).size).toBe(4);
  });

  it('a signature that is not over the document at hand does not say that the document is missing', () => {
    const { sections } = checkEvidence(withInvite({ signature: '01'.repeat(256) }), context);
    const check = sections
      .flatMap(({ key, checks }) => (key === 'invites[0]' ? checks : []))
      .find(({ id }) => id === 'signature.document');
    expect(check).toMatchObject({ status: 'INDETERMINATE', reason: { code: 'SIGNED_DATA_NOT_FOUND' } });
    const reason = check?.reason ?? { code: 'GENERIC' };
    expect(spanish(reason, 'signature.document')).toBe(
      'La firma no corresponde a la huella de este documento, así que no se sabe qué documento se firmó.',
    );
    expect(check && nextOf(check)).toBe('Si se firmó otro archivo y lo tienes, compruébalo.');
    expect(spanish(reason, 'signature.rsa')).toContain('no está disponible');
  });

  it('the issuer of a stamp is not reached for time-stamps, whatever it is trusted for', () => {
    const reason: Reason = { code: 'NO_CERTIFICATE_CHAIN_FOUND', detail: { issuer: 'CN=AC 1' } };
    const ending = 'no llega a un ancla en la que confías para sellos de tiempo.';
    expect(spanish(reason, 'nom151.path')).toBe(`El emisor AC 1 ${ending}`);
    expect(spanish(reason, 'merkleized.stamp')).toBe(`El emisor AC 1 ${ending}`);
    expect(spanish(reason, 'certificate.path')).toBe('El emisor AC 1 no llega a un ancla en la que confías.');
  });

  it('to trust an issuer is no advice where its signer may not make a stamp', () => {
    const { sections } = checkEvidence(evidence, { ...context, anchors: [] });
    const checks = sections.find(({ key }) => key === 'witness')?.checks ?? [];
    const path = checks.find(({ id }) => id === 'nom151.path');
    if (path === undefined) throw new Error('no nom151.path');
    expect(withUsefulAdvice(path, checks).next).toEqual(path.next);
    expect(path.next).toBeDefined();
    const refused = checks.map((one) =>
      one.id === 'nom151.signer' ? { ...one, status: 'FAILED' as const } : one,
    );
    expect(withUsefulAdvice(path, refused).next).toBeUndefined();
  });

  it('names chosen by others cannot reorder or hide what stands beside them', () => {
    const certificate = 'CN=\u202eelbatsoprova\u200b';
    const said = spanish({ code: 'EXPIRED', detail: { certificate } });
    expect(said).toContain('\\u{202e}elbatsoprova\\u{200b}');
  });

  it('any detail is said without a crash', () => {
    const detail = fc.dictionary(
      fc.constantFrom(
        'rule',
        'revokedAt',
        'what',
        'certificate',
        'days',
        'count',
        'first',
        'network',
        'why',
        '__proto__',
      ),
      fc.oneof(fc.string(), fc.integer(), fc.double()),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...reasonCodes),
        detail,
        fc.constantFrom(...checkIds),
        (code, given, id) => {
          for (const text of inBoth(() => reasonSentence({ code, detail: given }, id))) {
            expect(text.length).toBeGreaterThan(3);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

/** The evidence bent in one place each: what reports then say is what readers will meet. */
const bent: Readonly<Record<string, Evidence>> = {
  'another file': { ...evidence, documentDigest: 'ab'.repeat(32) },
  'another stamp': withWitness({ nom151: { createdAt: provenAt, token: stampOver('cd'.repeat(32)) } }),
  'no stamp': withWitness({ nom151: { createdAt: provenAt } }),
  'an unreadable stamp': withWitness({ nom151: { createdAt: provenAt, token: 'MAAA' } }),
  'a pending tree': withWitness({ merkleized: { createdAt: provenAt } }),
  'another root': withWitness({ merkleized: { ...documentWitness.merkleized, merkleRoot: 'ef'.repeat(32) } }),
  'a short sibling': withWitness({ merkleized: { ...documentWitness.merkleized, merkleProof: ['ab'] } }),
  'another range': withWitness({
    external: { ...documentWitness.external, targetRootHash: 'ef'.repeat(32) },
  }),
  'a wrong signature': withInvite({ signature: '01'.repeat(256) }),
  'a short signature': withInvite({ signature: '01' }),
  'no OCSP response': withInvite({ ocspResponse: undefined as never }), // absent on purpose
  'an unreadable certificate': withInvite({ certificate: { pem: 'MAAA' } }),
  'fields that differ': withInvite({ subject: { commonName: 'Otra', rfc: 'XAXX010101000' } }),
  'times that cannot be': withWitness({ timestampedAt: '2020-01-01T00:00:00Z' }),
  'a claim without token': { ...withWitness({ claimed: true }), events: { items: [], complete: false } },
};

describe('whatever bent evidence gives is said in full', () => {
  it.each(Object.entries(bent))('%s', (_, given) => {
    for (const exchanges of [context.exchanges ?? [], []]) {
      const report = checkEvidence(given, { ...context, exchanges });
      const open = allChecks(report).filter(({ status }) => status !== 'PASSED');
      expect(open.length).toBeGreaterThan(0);
      for (const check of open) {
        if (check.reason === undefined) continue;
        const { reason, id } = check;
        expectSaid(() => reasonSentence(reason, id), `${id} ${reason.code}`);
        // A dash stands where a sentence lacked what it needed.
        for (const text of inBoth(() => reasonSentence(reason, id))) expect(text, id).not.toContain('—');
      }
      for (const { steps = [] } of allChecks(report)) {
        for (const step of steps) {
          expectSaid(() => stepWords(step.kind), step.kind);
          for (const key of Object.keys(step.values)) {
            if (key !== 'sha256') expect(inBoth(() => valueName(key))[1]).not.toBe(key);
          }
        }
      }
    }
  });

  it('only what passed is counted, and the service’s word apart', () => {
    const report = checkEvidence(evidence, context);
    const counts = basisCount(report);
    const passed = allChecks(report).filter(({ status }) => status === 'PASSED');
    expect(counts.RECOMPUTED + counts.CHAIN + counts.PINNED + counts.SERVER).toBe(passed.length);
    expect(counts.SERVER).toBe(passed.filter(({ basis }) => basis === 'SERVER').length);
    const none = checkEvidence(evidence, { ...context, anchors: [], exchanges: [] });
    expect(basisCount(none)).toMatchObject({ CHAIN: 0, PINNED: 0 });
  });
});
