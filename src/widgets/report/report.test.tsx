import { cleanup, screen, within } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { checkEvidence } from '#proofs/check-evidence.ts';
import { checkIds, reasonCodes, type Check } from '#proofs/check.ts';
import { composeCase } from '#proofs/verdict/compose.ts';
import type { Context, Evidence } from '#proofs/evidence/evidence.ts';
import { internal } from '#proofs/policy/policy.ts';
import type { Report, ReportSection } from '#proofs/verdict/report.ts';
import { ocspResponse } from '#proofs/pki/testing/ocsp-responder.ts';
import {
  authority,
  context,
  documentWitness,
  evidence,
  inviteOf,
  pem,
  provenAt,
  signer,
  stampOver,
  withInvite,
  withWitness,
} from '#proofs/testing/case-material.ts';
import { hex } from '#proofs/testing/trees.ts';
import { conclude } from '#proofs/verdict/verdict.ts';
import { computedColour } from '#ui/testing/computed-colour.ts';
import { light } from '#ui/theme/palette.ts';
import { renderUi } from '#ui/testing/render.tsx';
import { CertificateView } from './certificates/certificate-view.tsx';
import { CheckDetail } from './checks/check-detail.tsx';
import { CheckList } from './checks/check-list.tsx';
import { ExistenceBlocks } from './existence-blocks.tsx';
import { OcspView } from './certificates/ocsp-view.tsx';
import { ReportBanner } from './report-banner.tsx';
import { ReportInputs } from './report-inputs.tsx';
import { SectionCard } from './section-card.tsx';
import { WholeReport } from './testing/whole-report.tsx';
import { overwriteGetLocale } from '#i18n/messages.ts';
import { findingOf, sectionSentence, verdictSentence } from './texts/verdict-sentence.ts';
import { longInstant } from './texts/when.ts';

const mexico = { locale: 'es-MX', timeZone: 'America/Mexico_City', utc: false } as const;
const existed = longInstant(provenAt, mexico);
const good = checkEvidence(evidence, context);

/** A sibling of the Merkle path with one byte changed, and no stamp over the root. */
const withBrokenPath: Evidence = withWitness({
  merkleized: {
    ...documentWitness.merkleized,
    merkleProof: (documentWitness.merkleized?.merkleProof ?? []).map((item, at) =>
      at === 1 ? (item.startsWith('a') ? 'b' : 'a') + item.slice(1) : item,
    ),
  },
});
const pinned: Context = { ...context, recipe: 'ascii-hex-sorted/1' };

function section(report: Report, key: string): ReportSection {
  const found = report.sections.find((one) => one.key === key);
  if (found === undefined) throw new Error(`no section ${key}`);
  return found;
}

function checkOf(report: Report, key: string, id: Check['id']): Check {
  const found = section(report, key).checks.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no check ${id}`);
  return found;
}

/** The sentence in Spanish: rendering sets the language of the words. */
function saidOf(report: Report): string {
  renderUi(<ReportBanner report={report} />);
  const text = screen.getByRole('heading').textContent;
  cleanup();
  return text;
}

describe('a verdict is one sentence about the world', () => {
  it('of a document at hand it says until when it existed, in the reader’s zone', () => {
    expect(saidOf(good)).toBe(`Este documento existía a más tardar el ${existed}.`);
  });

  it('of a hash alone it does not speak of a document that nobody gave', () => {
    const { documentDigest: _, ...rest } = evidence;
    expect(saidOf(checkEvidence(rest, context))).toBe(
      `El documento con esta huella existía a más tardar el ${existed}.`,
    );
  });

  it('a proof that failed beside one that passed is shown first, and warned of', () => {
    const report = checkEvidence(withBrokenPath, pinned);
    expect(report.verdict.conclusion).toBe('TOTAL_PASSED');
    const { container } = renderUi(<ReportBanner report={report} />);
    const { state, warned, facts } = verdictSentence(report, mexico);
    expect({ state, warned }).toEqual({ state: 'PASSED', warned: true });
    expect(facts.failedProofs.map(({ block }) => block)).toEqual(['merkleized']);
    expect(container).toHaveTextContent('Válido, con una prueba no válida');
    expect(container).toHaveTextContent('Merkle: La ruta de Merkle no llega a la raíz declarada.');
    expect(container.querySelector('[data-warned]')).not.toBeNull();
    expect(findingOf(report, mexico)).toMatch(/pero una prueba falló$/);
  });

  it('a failure is said in its own words, without a code', () => {
    const report = checkEvidence({ ...evidence, documentDigest: 'ab'.repeat(32) }, context);
    const { container } = renderUi(<ReportBanner report={report} />);
    expect(screen.getByRole('heading')).toHaveTextContent('El archivo no es el que se atestiguó');
    expect(container).not.toHaveTextContent('HASH_FAILURE');
    expect(container.querySelector('section')).toHaveAttribute('data-state', 'FAILED');
    expect(findingOf(report, mexico)).not.toMatch(/\.$/);
  });

  it('a witness whose only proof fails says which one', () => {
    const { merkleized } = withBrokenPath.witness ?? {};
    const report = checkEvidence(
      { witness: { hash: documentWitness.hash, ...(merkleized !== undefined && { merkleized }) } },
      pinned,
    );
    expect(report.verdict.conclusion).toBe('TOTAL_FAILED');
    expect(saidOf(report)).toBe('La ruta de Merkle no llega a la raíz declarada.');
  });

  it('what could not be checked says why and what to do, and names the signature', () => {
    const ana = signer('Ana');
    const response = ocspResponse({
      singles: [{ certificate: ana.certificate, issuer: authority, thisUpdate: '2026-09-12T05:00:00Z' }],
      signer: authority,
      producedAt: '2026-09-12T05:00:00Z',
    });
    const report = checkEvidence(withInvite({ ocspResponse: hex(response) }), context);
    const { container } = renderUi(<ReportBanner report={report} />);
    expect(screen.getByRole('heading').textContent).toBe(
      'Firma 1: La respuesta OCSP es anterior a la firma por más de 9 días: no la cubre.',
    );
    expect(container).toHaveTextContent('Consigue una respuesta más reciente.');
    expect(container).toHaveTextContent('1 firma válida, 1 firma sin comprobar del todo');
  });

  it('several signatures without a document pass together: none speaks, or gives its time, for the others', () => {
    const report = checkEvidence(
      { documentDigest: documentWitness.hash, invites: evidence.invites ?? [] },
      context,
    );
    expect(report.verdict.conclusion).toBe('TOTAL_PASSED');
    expect(saidOf(report)).toBe('2 firmas válidas.');
    expect(verdictSentence(report, mexico).facts.provenTime).toBeUndefined();
    const [first = {}] = evidence.invites ?? [];
    const one = checkEvidence({ documentDigest: documentWitness.hash, invites: [first] }, context);
    expect(saidOf(one)).toBe(`Esta firma existía a más tardar el ${existed} y es válida.`);
    expect(verdictSentence(one, mexico).facts.provenTime).toBe(provenAt);
  });

  it('the witness of a signature is named also where it is the only one', () => {
    const [first = {}] = evidence.invites ?? [];
    const token = stampOver('ab'.repeat(32));
    const witness = { hash: first.witness?.hash ?? '', nom151: { token } };
    const report = checkEvidence({ ...evidence, invites: [{ ...first, witness }] }, context);
    expect(section(report, 'invites[0].witness').verdict.conclusion).toBe('TOTAL_FAILED');
    expect(verdictSentence(report, mexico).facts.decided?.section).toBe('invites[0].witness');
    expect(saidOf(report)).toMatch(/^Testigo de la firma 1: /);
  });

  it('a witness of another signature does not say since when this one existed, in its card either', () => {
    overwriteGetLocale(() => 'es-MX');
    const [first = {}, second = {}] = evidence.invites ?? [];
    const inRequest = checkEvidence(withInvite(second.witness ? { witness: second.witness } : {}), context);
    const alone = checkEvidence(
      {
        ...(second.witness && { witness: second.witness }),
        signature: { ...(first.signature !== undefined && { signature: first.signature }) },
      },
      context,
    );
    for (const [report, key] of [
      [inRequest, 'invites[0].witness'],
      [alone, 'witness'],
    ] as const) {
      expect(report.verdict.conclusion).toBe('TOTAL_FAILED');
      expect(section(report, key).verdict.conclusion).toBe('TOTAL_PASSED');
      expect(sectionSentence(section(report, key), mexico)).toMatch(
        /^El testigo que acompaña a la firma es de otra cosa/,
      );
    }
    expect(sectionSentence(section(inRequest, 'invites[1].witness'), mexico)).toMatch(/^Esta firma existía /);
  });

  it('the card of a witness of a signature speaks of the signature and of no document', () => {
    overwriteGetLocale(() => 'es-MX');
    const { witness, signature = '' } = inviteOf('Ana');
    const said = (of: Evidence['signature']) =>
      sectionSentence(
        section(
          checkEvidence({ ...(witness && { witness }), ...(of && { signature: of }) }, context),
          'witness',
        ),
        mexico,
      );
    expect(said({ signature })).toBe(`Esta firma existía a más tardar el ${existed}.`);
    // Of a signature that nobody has seen, not that it existed.
    expect(said({})).toBe(`Lo que tiene esta huella existía a más tardar el ${existed}.`);
  });

  it('the witness of a signature speaks of the signature: in the sentence, in a list, in its card, in both languages', () => {
    const { witness, signature } = inviteOf('Ana');
    const report = checkEvidence(
      { ...(witness && { witness }), signature: { ...(signature !== undefined && { signature }) } },
      context,
    );
    expect(report.verdict.conclusion).toBe('TOTAL_PASSED');
    expect(saidOf(report)).toBe(`Esta firma existía a más tardar el ${existed}.`);
    expect(findingOf(report, mexico)).toMatch(/^Esta firma existía a más tardar el 21 sep 2026, \d/);
    const { container } = renderUi(<ReportBanner report={report} />);
    expect(screen.getByRole('heading').textContent).toMatch(/^Esta firma existía a más tardar el /);
    expect(container).toHaveTextContent(/Sellado por /);
    cleanup();
    overwriteGetLocale(() => 'en');
    const english = { ...mexico, locale: 'en' as const };
    expect(verdictSentence(report, english).sentence).toMatch(/^This signature existed no later than .*\.$/);
    expect(findingOf(report, english)).toMatch(/^This signature existed no later than .*\d$/);
  });

  it('an internal check is always worded so', () => {
    const report = checkEvidence(evidence, { ...context, policy: internal });
    expect(saidOf(report)).toMatch(/^Revisión interna: /);
    expect(findingOf(report, mexico)).toMatch(/^Revisión interna: /);
    const { container } = renderUi(<ReportInputs report={report} />);
    expect(container).toHaveTextContent('Revisión interna (internal/2)');
  });

  it('a stamp, a certificate and an OCSP response on their own are spoken of as such', () => {
    const ana = inviteOf('Ana');
    const sentences = [
      { stamp: stampOver(documentWitness.hash), documentDigest: documentWitness.hash },
      { certificate: pem(signer('Ana')), certificates: [pem(authority)] },
    ].map((given) => saidOf(checkEvidence(given, context)));
    expect(sentences[0]).toBe(`La constancia es válida: lo que cubre existía a más tardar el ${existed}.`);
    expect(sentences[1]).toBe('El certificado es válido y llega a un ancla en la que confías.');
    const alone = checkEvidence({ ocspResponse: ana.ocspResponse ?? '' }, context);
    expect(alone.verdict.conclusion).toBe('INDETERMINATE');
    expect(saidOf(alone)).toBe('El certificado de quien firmó no está disponible.');
  });

  it('names a gap between endorsements beside a document that existed all the same', () => {
    const withGap: Report = {
      ...good,
      sections: good.sections.map((one) =>
        one.key === 'token'
          ? {
              ...one,
              checks: one.checks.map((check) =>
                check.id === 'token.continuity'
                  ? { ...check, status: 'FAILED', reason: { code: 'X_ENDORSE_GAP' } }
                  : check,
              ),
            }
          : one,
      ),
    };
    const { container } = renderUi(<ReportBanner report={withGap} />);
    expect(screen.getByRole('heading')).toHaveTextContent(existed);
    const line = container.querySelector('[data-tone="fail"]');
    expect(line).toHaveTextContent(/^Token y endosos: /);
    expect(line?.querySelector('svg')).toHaveAttribute('data-state', 'FAILED');
    expect(container).toHaveTextContent('Válido, con el token sin determinar');
    expect(container.querySelector('[data-warned]')).not.toBeNull();
    cleanup();
    expect(renderUi(<ReportBanner report={good} />).container.querySelector('[data-tone]')).toBeNull();
  });

  it('what the events of the service alone contradict is in doubt, and says that only the service reports it', () => {
    const [first] = evidence.events?.items ?? [];
    if (first === undefined) throw new Error('no event');
    const items = [{ ...first, to: `0x${'ab'.repeat(20)}` }];
    const report = checkEvidence(
      { ...evidence, events: { items, complete: true } },
      { ...context, exchanges: [] },
    );
    const failed = section(report, 'token').checks.find(({ status }) => status === 'FAILED');
    expect(failed?.basis).toBe('SERVER');
    const { container } = renderUi(<ReportBanner report={report} />);
    const line = container.querySelector('[data-tone]');
    expect(line).toHaveTextContent(/^Token y endosos: .*Según el servicio$/);
    expect(line?.querySelector('svg')).toHaveAttribute('data-state', 'INDETERMINATE');
  });

  it('names a token in doubt beside a document that existed, and never as valid', () => {
    const [first] = evidence.events?.items ?? [];
    if (first === undefined) throw new Error('no event');
    const items = [first, { ...first, network: 1 }];
    const mixed = checkEvidence(
      { ...evidence, events: { items, complete: true } },
      { ...context, exchanges: [] },
    );
    const { container } = renderUi(<ReportBanner report={mixed} />);
    expect(screen.getByRole('heading')).toHaveTextContent(existed);
    const line = container.querySelector('[data-tone="warn"]');
    expect(line).toHaveTextContent(/^Token y endosos: .*redes/);
    expect(line?.querySelector('svg')).toHaveAttribute('data-state', 'INDETERMINATE');
    expect(container).toHaveTextContent('Válido, con el token sin determinar');
    cleanup();
    const stored = renderUi(<ReportBanner report={checkEvidence(evidence, { ...context, exchanges: [] })} />);
    expect(stored.container).not.toHaveTextContent('Token');
  });

  it('what only the service says of a token is in agreement with itself, and neither in doubt nor valid', () => {
    const report = checkEvidence(evidence, { ...pinned, exchanges: [] });
    const { container } = renderUi(<SectionCard section={section(report, 'token')} asReported />);
    expect(container).toHaveTextContent('Coherente, según el servicio');
    expect(container).not.toHaveTextContent('Sin determinar');
    expect(
      container.querySelector('[data-check="token.continuity"] [data-state="INDETERMINATE"]'),
    ).toBeNull();
  });

  it('a claim that waits for a node alone is not queried, and not in doubt', () => {
    const unqueried = section(checkEvidence(evidence, { ...context, exchanges: [] }), 'claim');
    const { container } = renderUi(<SectionCard section={unqueried} asReported />);
    const head = container.querySelector('.head');
    expect(head).toHaveTextContent('Sin consultar');
    expect(head).not.toHaveTextContent('Sin determinar');
    cleanup();
    const checks = unqueried.checks.map((one) =>
      one.id === 'claim.owner'
        ? { ...one, status: 'FAILED' as const, reason: { code: 'X_CLAIM_OWNER_MISMATCH' as const } }
        : one,
    );
    const doubtful = renderUi(<SectionCard section={{ ...unqueried, checks }} asReported />);
    expect(doubtful.container.querySelector('.head')).toHaveTextContent('Sin determinar');
  });

  it('what only the service says decides nothing and has no green', () => {
    const { container } = renderUi(<SectionCard section={section(good, 'case')} />);
    expect(container.querySelectorAll('[data-state="PASSED"]')).toHaveLength(0);
    expect(container).toHaveTextContent('Coherente, según el servicio');
    expect(container).not.toHaveTextContent('Válido');
  });

  it('an invite without a signature is not said to be open', () => {
    const report = checkEvidence({ ...evidence, invites: [{ id: 'x', status: 'PENDING' }] }, context);
    renderUi(<SectionCard section={section(report, 'invites[0]')} />);
    expect(screen.getByText('Sin firmar.')).toBeVisible();
    expect(sectionSentence(section(report, 'invites[0]'), mexico)).toBe('Sin firmar.');
  });
});

describe('checks are rows that open', () => {
  it('a row opens its own detail by keyboard, and says so', async () => {
    const { user } = renderUi(<CheckList checks={section(good, 'witness').checks} />);
    const row = screen.getByRole('button', { name: 'La ruta llega a la raíz' });
    expect(row).toHaveAttribute('aria-expanded', 'false');
    row.focus();
    await user.keyboard('{Enter}');
    expect(row).toHaveAttribute('aria-expanded', 'true');
    const steps = screen.getByRole('list', { name: 'Pasos' });
    expect(within(steps).getAllByRole('listitem').length).toBe(
      checkOf(good, 'witness', 'merkleized.root').steps?.length,
    );
  });

  it('where the page decides which check is open, a row asks for it and opens nothing by itself', async () => {
    const onToggle = vi.fn();
    const checks = section(good, 'witness').checks;
    const { user } = renderUi(<CheckList checks={checks} onToggle={onToggle} openId="nom151.imprint" />);
    const open = screen.getByRole('button', { name: 'La constancia cubre esta huella' });
    expect(open).toHaveAttribute('aria-expanded', 'true');
    await user.click(open);
    expect(onToggle).toHaveBeenLastCalledWith(checkOf(good, 'witness', 'nom151.imprint'), false);
    await user.click(screen.getByRole('button', { name: 'La ruta llega a la raíz' }));
    expect(onToggle).toHaveBeenLastCalledWith(checkOf(good, 'witness', 'merkleized.root'), true);
    expect(screen.queryByRole('list', { name: 'Pasos' })).toBeNull();
  });

  it('a list that folds what passed counts it in one line, and unfolds every check', async () => {
    const { checks } = section(good, 'invites[0]');
    const applying = checks.filter(({ status }) => status !== 'NOT_APPLICABLE');
    const folded = applying.filter(({ warnings = [], basis }) => warnings.length === 0 && basis !== 'SERVER');
    const { user } = renderUi(<CheckList checks={checks} fold="passing" />);
    expect(screen.queryAllByRole('listitem')).toHaveLength(applying.length - folded.length);
    const warned = applying.filter(
      ({ status, warnings = [], basis }) => status === 'PASSED' && warnings.length > 0 && basis !== 'SERVER',
    );
    const warnings = warned.length > 0 ? `, ${warned.length} con aviso` : '';
    // What the service alone says is in a row of its own and in no count.
    const computed = applying.filter(
      ({ basis, status, reason }) =>
        reason?.code !== 'X_SERVER_WORD' && (status !== 'PASSED' || basis !== 'SERVER'),
    );
    const count = `${folded.length + warned.length} de ${computed.length} comprobaciones válidas${warnings}`;
    await user.click(screen.getByRole('button', { name: count, expanded: false }));
    expect(screen.getAllByRole('listitem')).toHaveLength(applying.length);
    const [row] = screen.getAllByRole('button', { expanded: false });
    if (row) await user.click(row);
    expect(screen.getByText('Comprobación')).toBeVisible();
  });

  it('a folded list counts only what was computed: what is reported alone is none of what holds', () => {
    const reported = { status: 'PASSED', basis: 'SERVER' } as const;
    const word = { status: 'INDETERMINATE', basis: 'SERVER', reason: { code: 'X_SERVER_WORD' } } as const;
    const root = checkOf(good, 'witness', 'merkleized.root');
    const checks: Check[] = [
      root,
      { ...root, id: 'token.continuity', ...reported },
      { ...root, id: 'token.order', ...reported },
      { ...root, id: 'token.head', ...word },
    ];
    renderUi(<CheckList checks={checks} fold="passing" />);
    expect(screen.getByRole('button', { name: '1 de 1 comprobación válida' })).toBeVisible();
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
  });

  it('a folded list never hides a check that failed, is open or warns', () => {
    const report = checkEvidence(withBrokenPath, pinned);
    const checks = section(report, 'witness').checks.filter(({ id }) => id.startsWith('merkleized.'));
    const unpassed = checks.filter(({ status }) => status !== 'PASSED' && status !== 'NOT_APPLICABLE');
    expect(unpassed.length).toBeGreaterThan(0);
    renderUi(<CheckList checks={checks} fold="passing" />);
    expect(screen.getAllByRole('listitem')).toHaveLength(unpassed.length);
  });

  it('a check that no node was queried about is grey and says so; one that a node answered stays open', () => {
    const report = checkEvidence(evidence, { ...context, exchanges: [] });
    const anchor = checkOf(report, 'witness', 'merkleized.anchor');
    const { container, update } = renderUi(<CheckList checks={[anchor]} isChainOffered />);
    const row = () => [...container.querySelectorAll('[data-state] > :is(svg, .word)')].map(computedColour);
    expect(container.querySelector('[data-state]')).toHaveAttribute('data-state', 'NOT_RUN');
    expect(row()).toEqual([light.text3, light.text3]);
    expect(screen.getByText('Sin consultar')).toBeVisible();
    expect(screen.queryByText(/Agrega un nodo/)).toBeNull();
    const reason = { code: 'X_ANCHOR_NOT_CHECKED', detail: { needed: 2, answered: 1 } } as const;
    update(<CheckList checks={[{ ...anchor, reason }]} isChainOffered />);
    expect(container.querySelector('[data-state]')).toHaveAttribute('data-state', 'INDETERMINATE');
    expect(row()).toEqual([light.indet, light.indet]);
  });

  it('a brief list folds nothing but what holds', () => {
    const report = checkEvidence(withWitness({ nom151: { createdAt: provenAt, token: 'MAAA' } }), context);
    const { nom151 } = {
      nom151: section(report, 'witness').checks.filter(({ id }) => id.startsWith('nom151.')),
    };
    renderUi(<CheckList checks={nom151} fold="groundwork" />);
    expect(screen.getAllByRole('listitem')).toHaveLength(7);
    cleanup();
    renderUi(<CheckList checks={section(good, 'invites[0]').checks} fold="groundwork" />);
    const rows = screen.getAllByRole('listitem').length;
    expect(rows).toBeLessThan(8);
    const more = screen.getByRole('button', { name: /comprobaciones válidas más/ });
    expect(more).toHaveAttribute('aria-expanded', 'false');
  });

  it('the next action is a control only where somebody does it', async () => {
    const report = checkEvidence(evidence, { ...context, exchanges: [] });
    const anchor = [checkOf(report, 'witness', 'merkleized.anchor')];
    const onNext = vi.fn();
    const { user, update } = renderUi(<CheckList checks={anchor} />);
    const words = 'Agrega un nodo propio de Arbitrum Sepolia y consúltalo.';
    expect(screen.getByText(words)).toBeVisible();
    expect(screen.queryByRole('button', { name: words })).toBeNull();
    update(<CheckList checks={anchor} onNext={onNext} />);
    await user.click(screen.getByRole('button', { name: words }));
    expect(onNext).toHaveBeenCalledExactlyOnceWith(anchor[0]);
  });

  it('expected and computed stand whole, and what differs is counted and marked as such', () => {
    const report = checkEvidence(withBrokenPath, pinned);
    const check = checkOf(report, 'witness', 'merkleized.root');
    const { container } = renderUi(<CheckDetail check={check} />);
    expect(container).toHaveTextContent(check.expected ?? 'expected');
    expect(container).toHaveTextContent(check.computed ?? 'computed');
    const marked = [...container.querySelectorAll('mark')].map((one) => one.textContent).join('');
    const differing = Array.from(check.computed ?? '').filter((one, at) => one !== check.expected?.[at]);
    expect(marked).toBe(differing.join(''));
    expect(container).toHaveTextContent(`Difieren ${differing.length} caracteres`);
    expect(container).toHaveTextContent('Calculado en este equipo, a partir de los bytes');
    expect(container).toHaveTextContent('Decide: sin ella nada es válido');
  });

  it('equal values are said to be equal, and stand once', () => {
    const check = checkOf(good, 'document', 'file.hash');
    const { container } = renderUi(<CheckDetail check={check} />);
    expect(container).toHaveTextContent('Lo esperado y lo calculado son iguales.');
    expect(container.querySelectorAll('mark')).toHaveLength(0);
    expect(container).toHaveTextContent('entregado como archivo');
  });

  it('names in evidence cannot hide or reorder what stands beside them', () => {
    const check: Check = {
      ...checkOf(good, 'invites[0]', 'certificate.path'),
      steps: [{ kind: 'link', values: { subject: 'CN=\u202eanA' } }],
    };
    const { container } = renderUi(<CheckDetail check={check} />);
    expect(container.textContent).not.toContain('\u202e');
    expect(container).toHaveTextContent('\\u{202e}anA');
  });
});

describe('proofs of existence stand apart', () => {
  it('each has its own verdict, its own time and its own checks', () => {
    renderUi(<ExistenceBlocks section={section(checkEvidence(withBrokenPath, pinned), 'witness')} />);
    const of = (name: string) => screen.getByRole('region', { name });
    expect(within(of('NOM-151')).getAllByText('Válido').length).toBeGreaterThan(1);
    expect(within(of('Merkle')).getAllByText('No válido')).toHaveLength(2);
    expect(within(of('Merkle')).queryByText(/Existía a más tardar/)).toBeNull();
    expect(within(of('Tercero')).getByText(/Existía a más tardar/)).toBeVisible();
    expect(within(of('Tercero')).queryByText('La constancia cubre esta huella')).toBeNull();
  });

  it('a strategy without evidence says so, not that it was never used, and can be left out', () => {
    const report = checkEvidence(evidence, context);
    const of = section(report, 'invites[0].witness');
    const { update } = renderUi(<ExistenceBlocks section={of} />);
    expect(screen.getAllByText('No se conservó con esta estrategia.')).toHaveLength(2);
    update(<ExistenceBlocks section={of} onlyUsed />);
    expect(screen.getAllByRole('region')).toHaveLength(1);
  });
});

describe('what is decoded proves nothing by being decoded', () => {
  it('a certificate says whom it names, until when, and by which issuer, without a verdict', async () => {
    const { container } = renderUi(
      <CertificateView certificate={pem(signer('Ana'))} chain={[pem(authority)]} />,
    );
    expect(await screen.findByText('RFC3')).toBeVisible();
    for (const text of ['Ana', 'CURP3', 'RSA, 2048 bits', 'firmas, no repudio']) {
      expect(container).toHaveTextContent(text);
    }
    expect(
      within(screen.getByRole('list', { name: 'Cadena de certificados' })).getAllByRole('listitem'),
    ).toHaveLength(1);
    expect(container.querySelectorAll('[data-state]')).toHaveLength(0);
  });

  it('an OCSP response says what it says, when, and of which certificate', async () => {
    const { container } = renderUi(<OcspView response={inviteOf('Ana').ocspResponse ?? ''} />);
    expect(await screen.findByText('no revocado')).toBeVisible();
    expect(container).toHaveTextContent(hex(signer('Ana').certificate.serialNumber));
    expect(container.querySelectorAll('[data-state]')).toHaveLength(0);
  });

  it('bytes that are neither are said to be unreadable', async () => {
    renderUi(
      <>
        <CertificateView certificate="MAAA" />
        <OcspView response="3000" />
      </>,
    );
    expect(await screen.findByText(/El certificado no se puede leer/)).toBeVisible();
    expect(await screen.findByText(/La respuesta OCSP no se puede leer/)).toBeVisible();
  });
});

describe('the inputs of a verdict are named', () => {
  it('policy and its hash, anchors, time in both zones, build', () => {
    const { container } = renderUi(<ReportInputs report={good} whole />);
    const { policy, trust, validationTime, build } = good.inputs;
    for (const text of [policy.hash, trust.version, trust.anchors[0]?.sha256 ?? '', build, validationTime]) {
      expect(text.length).toBeGreaterThan(3);
      expect(container).toHaveTextContent(text);
    }
    expect(container).toHaveTextContent('20 de noviembre de 2026, 09:00:00 (UTC−06:00)');
  });

  it('answers of nodes by their digest, and none where no node was queried', () => {
    renderUi(<ReportInputs report={good} />);
    expect(screen.getByText('SHA-256 de los contratos inteligentes y las respuestas de nodos')).toBeVisible();
    cleanup();
    const { endorsers: _e, range: _r, exchanges: _x, ...offline } = context;
    renderUi(<ReportInputs report={checkEvidence(evidence, offline)} />);
    expect(screen.queryByText('SHA-256 de los contratos inteligentes y las respuestas de nodos')).toBeNull();
  });

  it('without anchors it says that nothing was pinned', () => {
    renderUi(<ReportInputs report={checkEvidence(evidence, { ...context, anchors: [] })} />);
    expect(screen.getByText('Ninguna: no confías en otras.')).toBeVisible();
  });
});

/** Checks of any kind, whether the proofs would make them or not. */
const anyCheck: fc.Arbitrary<Check> = fc
  .record(
    {
      id: fc.constantFrom(...checkIds),
      status: fc.constantFrom('PASSED', 'FAILED', 'INDETERMINATE', 'NOT_APPLICABLE', 'NOT_RUN'),
      object: fc.constant('case'),
      question: fc.string(),
      level: fc.constantFrom('FAIL', 'WARN', 'INFORM', 'IGNORE'),
      basis: fc.constantFrom('RECOMPUTED', 'CHAIN', 'PINNED', 'SERVER'),
      reason: fc.record({
        code: fc.constantFrom(...reasonCodes),
        detail: fc.dictionary(fc.constantFrom('rule', 'certificate', 'days', 'first'), fc.string()),
      }),
      expected: fc.string(),
      computed: fc.string(),
      recipe: fc.string(),
      warnings: fc.array(fc.record({ code: fc.constantFrom(...reasonCodes) }), { maxLength: 2 }),
      evidence: fc.constant([]),
      next: fc.record({ code: fc.constantFrom('name_an_rpc', 'of_later', 'toString') }),
    },
    { requiredKeys: ['id', 'status', 'object', 'question', 'level', 'basis', 'evidence'] },
  )
  .map((check) => check as Check); // exactOptionalPropertyTypes: record() leaves absent keys out

const anyReport = fc
  .uniqueArray(fc.constantFrom('document', 'witness', 'invites[0]', 'claim', 'case', 'of later'), {
    minLength: 1,
  })
  .chain((keys) =>
    fc.tuple(
      ...keys.map((key) =>
        fc
          .tuple(fc.uniqueArray(anyCheck, { maxLength: 6, selector: ({ id }) => id }), fc.boolean())
          .map(([checks, counts]): ReportSection => ({ key, counts, verdict: conclude(checks), checks })),
      ),
    ),
  )
  .map((sections): Report => ({ ...good, sections, verdict: composeCase(sections) }));

describe('any report', () => {
  it('is shown without a crash, and says «Válido» only of checks and verdicts that passed', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        try {
          const { container } = renderUi(<WholeReport report={report} />);
          for (const { checks } of report.sections) {
            cleanup();
            const view = renderUi(<CheckList checks={checks} />);
            const passed = checks.filter(({ status, basis }) => status === 'PASSED' && basis !== 'SERVER');
            const green = passed.filter(({ warnings = [] }) => warnings.length === 0);
            expect(view.container.querySelectorAll('svg[data-state="PASSED"]')).toHaveLength(green.length);
            expect(view.queryAllByText('Válido')).toHaveLength(green.length);
            const warned = view.queryAllByText(/^Válido con \d+ avisos?$/);
            expect(warned).toHaveLength(passed.length - green.length);
          }
          cleanup();
          const banner = renderUi(<ReportBanner report={report} />).container;
          const passed = report.verdict.conclusion === 'TOTAL_PASSED';
          expect(banner.querySelector('section')?.dataset.state === 'PASSED').toBe(passed);
          if (!passed) expect(banner).not.toHaveTextContent(/Válido|existía a más tardar/);
          expect(container).toBeDefined();
        } finally {
          cleanup();
        }
      }),
      { numRuns: 25 },
    );
  }, 60_000);

  it('tells passed, failed and open apart by shape and by word', () => {
    const of = (status: Check['status']): Check => ({ ...checkOf(good, 'document', 'file.hash'), status });
    const shapes = (['PASSED', 'FAILED', 'INDETERMINATE', 'NOT_RUN'] as const).map((status) => {
      const { container } = renderUi(<CheckList checks={[of(status)]} />);
      const shape = container.querySelector('svg')?.innerHTML ?? '';
      const word = container.querySelector('.word')?.textContent ?? '';
      cleanup();
      return { shape, word };
    });
    expect(new Set(shapes.map(({ shape }) => shape)).size).toBe(4);
    expect(shapes.map(({ word }) => word)).toEqual([
      'Válido',
      'No válido',
      'Sin determinar',
      'Sin consultar',
    ]);
  });

  it('has headings in order, and a name for every region and button', () => {
    const { container } = renderUi(<WholeReport report={good} />);
    const levels = [...container.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(({ tagName }) =>
      Number(tagName[1]),
    );
    expect(levels.length).toBeGreaterThan(10);
    levels.forEach((level, at) => {
      if (at > 0) expect(level - (levels[at - 1] ?? 0)).toBeLessThanOrEqual(1);
    });
    for (const button of screen.getAllByRole('button')) expect(button).toHaveAccessibleName();
    for (const region of screen.getAllByRole('region')) expect(region).toHaveAccessibleName();
    for (const list of container.querySelectorAll('ul, ol')) {
      expect([...list.children].every(({ tagName }) => tagName === 'LI')).toBe(true);
    }
  });
});
