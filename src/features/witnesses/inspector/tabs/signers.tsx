import { use, useMemo, useState } from 'react';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import type { InviteFacts } from '#proofs/evidence/facts.ts';
import type { Report, ReportSection } from '#proofs/verdict/report.ts';
import { shown } from '#proofs/encoding/visible-text.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { Link } from '#ui/actions/link.tsx';
import { TabPanel, Tabs, usePanelId } from '#ui/layout/tabs.tsx';
import { paths } from '#widgets/paths.ts';
import { CertificateView } from '#widgets/report/certificates/certificate-view.tsx';
import { ExistenceBlocks, SignerSection } from '#widgets/report/existence-blocks.tsx';
import { isSectionUnread, unreadIn, UnreadPieces } from '#widgets/report/unread.ts';
import { UnreadLine } from '#widgets/report/unread-line.tsx';
import { stampedByShortly } from '#widgets/report/texts/stamped-by.ts';
import { OcspView } from '#widgets/report/certificates/ocsp-view.tsx';
import { CheckPaper } from '#widgets/report/section-card.tsx';
import { standOf, stateOf } from '#widgets/report/texts/verdict-sentence.ts';
import { sectionName } from '#widgets/report/texts/part-names.ts';
import { m } from '#i18n/messages.ts';
import type { Shown } from '../use-shown.ts';
import { StateMark } from './state-mark.tsx';
import css from './signers.module.css';

/** Who signed, each with signature, certificate, revocation and the time that their signature is proven for. */
export function Signers({
  evidence,
  report,
  names,
  signer,
  onSigner,
  listOf,
}: Pick<Shown, 'evidence' | 'report' | 'names' | 'listOf'> & {
  signer: number;
  onSigner: (signer: number) => void;
}) {
  const panel = usePanelId();
  const invites = evidence.invites ?? [];
  if (invites.length === 0) return null;
  const at = Math.min(signer, invites.length - 1);
  const invite = invites[at];
  const name = (index: number): string => names[index] ?? m.inspector_signer_number({ number: index + 1 });
  const title = names[at] === undefined ? name(at) : m.witnesses_of_signature({ name: names[at] });
  return (
    <CheckPaper className={css.paper}>
      <div className="head">
        <h2>{m.inspector_signers()}</h2>
        {invites.length > 1 && (
          <Tabs
            label={m.inspector_signers()}
            tabs={invites.map((_, index) => ({
              id: String(index),
              label: <SignerLabel name={name(index)} section={sectionOf(report, index)} />,
            }))}
            selected={String(at)}
            onSelect={(id) => onSigner(Number(id))}
            panelId={panel}
          />
        )}
      </div>
      {invite && invites.length > 1 ? (
        <TabPanel id={panel} selected={String(at)}>
          <Signer
            key={at}
            {...{ invite, report, at, listOf }}
            title={title}
            issuers={evidence.certificates}
          />
        </TabPanel>
      ) : (
        invite && <Signer {...{ invite, report, at, listOf }} title={title} issuers={evidence.certificates} />
      )}
    </CheckPaper>
  );
}

const sectionOf = (report: Report, at: number): ReportSection | undefined =>
  report.sections.find(({ key }) => key === `invites[${at}]`);

/** A name with the mark of what came of the signature; what nobody signed has none. */
function SignerLabel({ name, section }: { name: string; section: ReportSection | undefined }) {
  const unread = use(UnreadPieces);
  const stand = section && standOf(section);
  const isUnread = section !== undefined && isSectionUnread(section.checks, unreadIn(section.key, unread));
  if (!section || !stand || stand === 'reported' || (stand === 'not-given' && !isUnread)) return name;
  const state = stand === 'not-given' ? 'INDETERMINATE' : stateOf(stand);
  return (
    <>
      {name}
      <StateMark state={state} warnings={state === 'PASSED' ? section.verdict.warnings : 0} />
    </>
  );
}

function Signer({
  invite,
  report,
  at,
  title,
  issuers,
  listOf,
}: {
  invite: InviteFacts;
  report: Report;
  at: number;
  title: string;
  issuers: Evidence['certificates'];
  listOf: Shown['listOf'];
}) {
  const section = sectionOf(report, at);
  const witness = report.sections.find(({ key }) => key === `invites[${at}].witness`);
  const { pem, issuerPem } = invite.certificate ?? {};
  const chain = useMemo(
    () => [...(issuerPem === undefined ? [] : [issuerPem]), ...(issuers ?? [])],
    [issuerPem, issuers],
  );
  const unread = unreadIn(`invites[${at}]`, use(UnreadPieces));
  const isUnread = (['invite', 'request', 'witness', 'stamp'] as const).some((piece) => unread.has(piece));
  const isText = pem !== undefined && !/^\s*https?:/i.test(pem);
  return (
    <div className={css.columns}>
      <div>
        {section && (
          <SignerSection section={section} title={title} level={3} {...listOf(section.key)}>
            <p className={css.best}>
              {section.provenTime === undefined ? (
                !isUnread && m.inspector_best_time_none()
              ) : (
                <>
                  {/* Of a signature that passed, the sentence above says the time. */}
                  {standOf(section) !== 'TOTAL_PASSED' && (
                    <>
                      {m.inspector_best_time()} <Instant at={section.provenTime} />
                    </>
                  )}
                  {section.stampedBy !== undefined && <span>{stampedByShortly(section.stampedBy)}</span>}
                </>
              )}
            </p>
          </SignerSection>
        )}
        {witness && (
          <section aria-label={sectionName(witness.key)}>
            <ExistenceBlocks
              section={witness}
              of={sectionName(witness.key)}
              level={3}
              onlyUsed
              {...listOf(witness.key)}
            />
          </section>
        )}
      </div>
      <div className={css.side}>
        <section>
          <h3>{m.inspector_certificate()}</h3>
          {isText ? (
            <CertificateView certificate={pem} chain={chain} />
          ) : pem === undefined && (isUnread || unread.has('certificate')) ? (
            <UnreadLine text={m.verdicts_unread_certificate()} />
          ) : (
            <p className={css.absent}>
              {pem === undefined ? m.inspector_certificate_absent() : m.inspector_certificate_address()}{' '}
              {pem !== undefined && shown(pem)}
            </p>
          )}
        </section>
        <section>
          {invite.ocspResponse === undefined ? (
            <>
              <h3>{m.inspector_ocsp()}</h3>
              {isUnread ? (
                <UnreadLine text={m.verdicts_unread_ocsp()} />
              ) : (
                <p className={css.absent}>{m.inspector_ocsp_absent()}</p>
              )}
            </>
          ) : (
            <OcspPart response={invite.ocspResponse} />
          )}
        </section>
        {invite.witness?.id !== undefined && (
          <section>
            <Link to={paths.witness(invite.witness.id)}>{m.inspector_to_signature_witness()}</Link>
          </section>
        )}
      </div>
    </div>
  );
}

/** The response as it reads, folded: what it is worth is said by the checks beside it. */
function OcspPart({ response }: { response: NonNullable<InviteFacts['ocspResponse']> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Disclosure
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
      summary={<h3>{m.inspector_ocsp()}</h3>}
    >
      {isOpen && <OcspView response={response} />}
    </Disclosure>
  );
}
