import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { checkEvidence } from '#proofs/check-evidence.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import { context, evidence } from '#proofs/testing/case-material.ts';
import type { InviteFacts } from '#proofs/evidence/facts.ts';
import { renderUi } from '#ui/testing/render.tsx';
import { ExistenceBlocks } from './existence-blocks.tsx';
import { ReportBanner } from './report-banner.tsx';
import { SectionCard } from './section-card.tsx';
import { UnreadPieces, type Piece, type Unread } from './unread.ts';

const [first] = evidence.invites!;
const { ocspResponse: _, witness: _witness, ...rest } = first!;
const withoutWitness: Evidence = { ...evidence, invites: [{ ...rest, unloaded: ['witness'] }] };

function headingOf(unread: readonly Piece[], of: Evidence = withoutWitness): string {
  renderUi(
    <UnreadPieces value={new Set(unread)}>
      <ReportBanner report={checkEvidence(of, context)} />
    </UnreadPieces>,
  );
  return screen.getByRole('heading').textContent;
}

test('a verdict that is open in several ways says first that evidence could not be read', () => {
  expect(headingOf(['witness'])).toBe('No se pudo cargar parte de la evidencia.');
});

test('with all evidence read it says what is open', () => {
  expect(headingOf([])).toMatch(/OCSP/);
});

test('evidence that could not be read hides no failure', () => {
  const bent = { ...evidence, documentDigest: '0'.repeat(64), invites: withoutWitness.invites! };
  expect(headingOf(['witness'], bent)).not.toMatch(/No se pudo cargar/);
});

/** The rows of the first signer and of a second one, with what of the first could not be read. */
function sectionsWith(invite: InviteFacts, unread: readonly Piece[]) {
  const { ocspResponse: _response, ...withoutResponse } = first!;
  const invites = [invite, { ...withoutResponse, id: 'second' }, { id: 'third', status: 'PENDING' }];
  const report = checkEvidence({ ...evidence, invites }, context);
  const { container } = renderUi(
    <UnreadPieces value={new Set(unread.flatMap((one) => [one, `invites[0].${one}` as const]))}>
      {[0, 1, 2].map((at) => (
        <SectionCard key={at} section={report.sections.find(({ key }) => key === `invites[${at}]`)!} />
      ))}
    </UnreadPieces>,
  );
  return [0, 1, 2].map((at) => container.querySelector<HTMLElement>(`[data-section="invites[${at}]"]`)!);
}

test('of a signature that holds it says that the details of its signer, not the signature, could not be loaded', () => {
  const { subject: _subject, ...nameless } = first!;
  const [own] = sectionsWith({ ...nameless, unloaded: ['subject'] }, ['subject']);
  expect(own!.querySelector('[data-check="certificate.identity"]')).toHaveTextContent(
    'No se pudieron cargar los datos del firmante.',
  );
  expect(own).not.toHaveTextContent('No se pudo cargar la firma.');
});

test('a certificate that could not be loaded is said of its own signer alone', async () => {
  const { certificate: _certificate, ...uncertified } = first!;
  const [own, other, unsigned] = sectionsWith(uncertified, ['certificate']);
  await userEvent.click(within(own!).getByRole('button', { name: /sin determinar/ }));
  expect(own!.querySelector('[data-check="signature.rsa"]')).toHaveTextContent(
    'No se pudo cargar el certificado.',
  );
  expect(own!.querySelector('[data-check="ocsp.status"]')).toHaveTextContent(
    'No se pudo cargar el certificado.',
  );
  expect(own).not.toHaveTextContent('No se pudo cargar la firma.');
  // The second has no OCSP response and the third has not signed: neither waits for the first.
  expect(other!.querySelector('[data-check="ocsp.status"]')).not.toBeNull();
  expect(other).not.toHaveTextContent('No se pudo cargar');
  expect(unsigned).not.toHaveTextContent('No se pudo cargar');
  expect(unsigned).toHaveTextContent('Sin firmar.');
  expect(unsigned!.querySelector('[data-state="INDETERMINATE"]')).toBeNull();
});

/** The blocks of the document's witness and of the first signature's, both without their time-stamp token. */
function blocksWith(unread: Unread) {
  const { token: _token, ...unstamped } = evidence.witness!.nom151!;
  const witness = { ...evidence.witness!, nom151: unstamped };
  const report = checkEvidence({ ...evidence, witness, invites: [{ ...first!, witness }] }, context);
  const keys = ['witness', 'invites[0].witness'];
  const { container } = renderUi(
    <UnreadPieces value={unread}>
      {keys.map((key) => (
        <ExistenceBlocks key={key} section={report.sections.find((one) => one.key === key)!} />
      ))}
    </UnreadPieces>,
  );
  return keys.map((key) =>
    container.querySelector<HTMLElement>(`[data-section="${key}"][data-block="nom151"]`)!,
  );
}

test('a time-stamp token that could not be loaded is said of its own witness alone', () => {
  const [document, signature] = blocksWith(new Set(['stamp', 'invites[0].stamp']));
  expect(signature!.querySelector('[data-unread-checks]')).not.toBeNull();
  expect(document!.querySelector('[data-unread-checks]')).toBeNull();
  const [ofDocument, ofSignature] = blocksWith(new Set(['stamp', 'page.stamp']));
  expect(ofDocument!.querySelector('[data-unread-checks]')).not.toBeNull();
  expect(ofSignature!.querySelector('[data-unread-checks]')).toBeNull();
});

test('a signature whose witness could not be loaded is not checked as of now', () => {
  const { witness: _witness, ...unwitnessed } = first!;
  const late = { ...context, now: context.now + 400 * 86_400_000 };
  const sectionOf = (unread: readonly Piece[]) => {
    const report = checkEvidence({ ...evidence, invites: [{ ...unwitnessed, unloaded: ['witness'] }] }, late);
    const { container, unmount } = renderUi(
      <UnreadPieces value={new Set(unread.flatMap((one) => [one, `invites[0].${one}` as const]))}>
        <SectionCard section={report.sections.find(({ key }) => key === 'invites[0]')!} />
      </UnreadPieces>,
    );
    const text = container.querySelector('[data-check="ocsp.time"]')?.textContent ?? '';
    unmount();
    return text;
  };
  expect(sectionOf([])).toMatch(/Consigue una respuesta/);
  expect(sectionOf(['witness'])).toMatch(/No se pudo cargar el testigo\./);
  expect(sectionOf(['witness'])).not.toMatch(/Consigue una respuesta|Nada prueba/);
});
