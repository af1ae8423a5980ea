import { lazy, Suspense } from 'react';
import { useSession } from '#client/session/session-context.tsx';
import type { Check } from '#proofs/check.ts';
import { allChecks, type Report } from '#proofs/verdict/report.ts';
import { InspectorSection } from '#ui/layout/inspector.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import type { PinnedAnchor } from '#widgets/verification/context/verification-context.ts';
import { nextOf } from '#widgets/report/texts/check-sentences.ts';
import { m } from '#i18n/messages.ts';
import { PinAnchor } from '../anchors/pin-anchor.tsx';
import { stateOf, type Item } from '../run/item.ts';
import type { FullResult, Verification } from '../run/verification.ts';
import { OpenPath, SaveCase } from './case-actions.tsx';
import { hostOf } from './service-host.ts';
import css from './what-to-do.module.css';

// Reading certificates is heavy: it comes when one is looked at.
const GivenAnchor = lazy(async () => ({
  default: (await import('../anchors/certificate-anchor.tsx')).CertificateAnchor,
}));

/** What the user can do about an item: add evidence, trust a certificate, look at the path, save the case. */
export function WhatToDo({
  verification,
  item,
  decided,
  whole,
}: {
  verification: Verification;
  item: Item;
  decided: Check | undefined;
  whole: FullResult | undefined;
}) {
  const { phase, connection } = useSession();
  const { outcome } = item;
  const next = decided && nextOf(decided);
  const given = item.fingerprint !== undefined && item.source.from === 'file' ? item.source.file : undefined;
  // One that was given as a file of its own is offered as such.
  const pinnable =
    outcome?.of === 'report'
      ? outcome.pinnable.filter(({ sha256 }) => sha256 !== item.fingerprint).sort(byStampFirst)
      : [];
  const advice = [
    outcome?.of === 'nothing' && item.isJson && m.verify_do_json(),
    outcome?.of === 'nothing' && m.verify_do_proof(),
    outcome?.of === 'nothing' && phase !== 'open' && m.verify_do_connect(),
    outcome?.of === 'nothing' &&
      phase === 'open' &&
      outcome.service === 'not-looked-up' &&
      m.verify_do_agree({ service: hostOf(connection) }),
    (outcome?.of === 'unreadable' || (outcome?.of === 'report' && outcome.faults.length > 0)) &&
      m.verify_do_again(),
    pinnable.length === 0 && given === undefined && next,
  ].filter((one): one is string => typeof one === 'string');
  if (advice.length === 0 && pinnable.length === 0 && given === undefined && whole === undefined) return null;
  return (
    <InspectorSection className={css.do}>
      <h3>{m.verify_can_do()}</h3>
      {outcome?.of === 'unreadable' && outcome.why !== 'empty' && (
        <p>
          {m.verify_breaks()} <code>{outcome.message}</code>
        </p>
      )}
      {advice.map((one) => (
        <p key={one}>{one}</p>
      ))}
      {given && (
        <Suspense fallback={<LoadingRows kind="list" count={1} />}>
          <GivenAnchor
            key={item.id}
            file={given}
            name={item.name}
            needing={verification.needing(item.fingerprint ?? '')}
          />
        </Suspense>
      )}
      {pinnable.map((anchor, at) => (
        <PinAnchor
          key={anchor.sha256}
          anchor={anchor}
          isFirst={at === 0}
          enough={stateOf(item) !== 'FAILED' && outcome?.of === 'report' && isEnough(outcome.report, anchor)}
          givenAs={verification.certificateFile(anchor.sha256)?.name}
        />
      ))}
      {whole && (
        <div className={css.actions}>
          <OpenPath item={item} whole={whole} />
          <SaveCase verification={verification} item={item} whole={whole} />
        </div>
      )}
    </InspectorSection>
  );
}

/** Who stamped comes first: a time is what most of a verdict rests on. */
const byStampFirst = (a: PinnedAnchor, b: PinnedAnchor): number =>
  Number(a.use === 'signing') - Number(b.use === 'signing');

/** Whether trust in one certificate is all the trust that the checks miss. */
const isEnough = (report: Report, { sha256, use }: PinnedAnchor): boolean =>
  allChecks(report).every(({ status, next }) => {
    if (status !== 'INDETERMINATE') return true;
    // Who is trusted for time-stamps brings the profile along.
    if (next?.code === 'add_profile') return use !== 'signing';
    // One that is not at hand has no name here.
    if (next?.code === 'add_anchor') return false;
    const isTrust = next?.code === 'trust_anchor' || next?.code === 'trust_stamp_anchor';
    return !isTrust || next.detail?.sha256 === sha256;
  });
