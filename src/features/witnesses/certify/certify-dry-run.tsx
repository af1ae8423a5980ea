import { timeFor, type CertifyPlan, type forecast, type WayPlan } from '#jobs/certify/certify-plan.ts';
import type { CertifyWay } from '#jobs/certify/certify-way.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Facts } from '#ui/data/facts.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import css from './certify-dry-run.module.css';

type Standing = WayPlan['leftOut'][number]['standing'];
const standings: readonly Standing[] = ['already', 'own', 'pending', 'not-ours'];

/** Names of what is left out for one reason that are shown; of the rest there is the number. */
const mostNamed = 50;

/** What would happen to what was chosen, in the way that was chosen. */
export function DryRun({
  plan,
  way,
  outlook,
  quotaUnknown,
  api,
  requested,
}: {
  plan: CertifyPlan;
  way: CertifyWay;
  outlook: ReturnType<typeof forecast>;
  /** What to show where there is no outlook. */
  quotaUnknown: string;
  api: boolean | undefined;
  requested: number;
}) {
  const format = useFormat();
  const { certifiable, leftOut } = plan[way];
  const wanted = certifiable.length;
  const outOf = standings.map((standing) => ({
    standing,
    items: leftOut.filter((one) => one.standing === standing),
  }));
  const some = (label: string, count: number) => (count > 0 ? [{ label, value: format.number(count) }] : []);
  return (
    <>
      <Facts
        facts={[
          { label: m.witnesses_certify_would(), value: format.number(wanted) },
          ...(way === 'single' ? some(m.witnesses_certify_in_group(), plan.inGroup) : []),
          ...outOf.flatMap(({ standing, items }) => some(standingWord(standing, way), items.length)),
          ...some(m.witnesses_certify_unknown(), plan.unknown),
          {
            label: way === 'single' ? m.witnesses_certify_quota() : m.witnesses_certify_quota_grouped(),
            value: outlook
              ? m.witnesses_certify_quota_after({
                  now: format.number(outlook.now),
                  after: format.number(outlook.after),
                })
              : quotaUnknown,
          },
        ]}
      />
      {leftOut.length > 0 && (
        <Disclosure className={css.leftOut} summary={m.witnesses_certify_left_out({ count: leftOut.length })}>
          {/* eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
          <div tabIndex={0} role="region" aria-label={m.witnesses_certify_left_out_label()}>
            {outOf.map(
              ({ standing, items }) =>
                items.length > 0 && (
                  <section key={standing}>
                    <h3>{standingWord(standing, way)}</h3>
                    <ul>
                      {items.slice(0, mostNamed).map(({ witness, title }) => (
                        <li key={witness}>{title ?? witness}</li>
                      ))}
                      {items.length > mostNamed && (
                        <li>
                          {m.witnesses_certify_left_out_more({
                            count: format.number(items.length - mostNamed),
                          })}
                        </li>
                      )}
                    </ul>
                  </section>
                ),
            )}
          </div>
        </Disclosure>
      )}
      {outlook && outlook.short > 0 && (
        <WarningStrip>
          {outlook.now === 0
            ? way === 'single'
              ? m.witnesses_certify_quota_none()
              : m.witnesses_certify_quota_none_grouped()
            : m.witnesses_certify_quota_short({
                count: outlook.short,
                shown: format.number(outlook.short),
              })}
        </WarningStrip>
      )}
      {api === false && <WarningStrip>{m.witnesses_certify_api_off()}</WarningStrip>}
      {plan.changedWhileReading && <p className={css.text}>{m.witnesses_certify_changed()}</p>}
      <p className={css.text}>
        {wanted === 0
          ? m.witnesses_certify_nothing()
          : requested > 0
            ? (requested === 1 ? m.witnesses_certify_time_one : m.witnesses_certify_time)({
                time: durationWords(timeFor(requested)),
              })
            : ''}
      </p>
    </>
  );
}

/** Why it would not be requested. */
function standingWord(standing: Standing, way: CertifyWay): string {
  switch (standing) {
    case 'already':
      return way === 'single' ? m.witnesses_certify_have() : m.witnesses_certify_have_grouped();
    case 'own':
      return m.witnesses_certify_own();
    case 'pending':
      return m.witnesses_certify_in_process();
    case 'not-ours':
      return m.witnesses_certify_not_ours();
  }
}

function durationWords(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  return seconds < 90
    ? m.witnesses_certify_seconds({ count: seconds })
    : m.witnesses_certify_minutes({ count: Math.round(seconds / 60) });
}
