import { useId } from 'react';
import { certifyWays, type CertifyWay } from '#jobs/certify/certify-way.ts';
import { forecast, type CertifyPlan } from '#jobs/certify/certify-plan.ts';
import { ChoiceCards } from '#ui/inputs/choice-cards.ts';
import { Radio } from '#ui/inputs/radio.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import css from './certify-choice.module.css';

type Quota = Readonly<Partial<Record<CertifyWay, number | undefined>>>;

/** In which way: what each gives and what it takes of the quota. Where a service has but one, that is said. */
export function CertifyChoice({
  plan,
  quota,
  quotaUnknown,
  way,
  grouped,
  onChoose,
}: {
  plan: CertifyPlan;
  quota: Quota;
  /** What to show in place of a number that the quota does not have. */
  quotaUnknown: string;
  way: CertifyWay;
  /** The service certifies in groups. */
  grouped: boolean;
  onChoose: (way: CertifyWay) => void;
}) {
  const name = useId();
  const format = useFormat();
  if (!grouped) return <p className={css.text}>{m.witnesses_certify_grouped_absent()}</p>;
  return (
    <ChoiceCards className={css.choices} role="radiogroup" aria-label={m.witnesses_certify_how()}>
      {certifyWays.map((one) => {
        const count = plan[one].certifiable.length;
        const outlook = forecast(quota[one], count);
        return (
          <label key={one}>
            <Radio
              name={name}
              value={one}
              checked={one === way}
              aria-describedby={`${name}-${one}`}
              onChange={() => onChoose(one)}
            />
            <span className="name">
              {one === 'single' ? m.witnesses_certify_single() : m.witnesses_certify_grouped()}
            </span>
            <span id={`${name}-${one}`} style={{ display: 'contents' }}>
              <span className="text">
                {one === 'single' ? m.witnesses_certify_single_text() : m.witnesses_certify_grouped_text()}
              </span>
              <span className={css.cost}>
                {costWords(
                  one,
                  count,
                  format.number(count),
                  outlook ? m.witnesses_certify_left({ now: format.number(outlook.now) }) : quotaUnknown,
                )}
              </span>
            </span>
          </label>
        );
      })}
    </ChoiceCards>
  );
}

function costWords(way: CertifyWay, count: number, shown: string, left: string): string {
  if (count === 0) return m.witnesses_certify_costs_nothing();
  return way === 'single'
    ? `${m.witnesses_certify_costs_single({ count, shown })} ${left}`
    : `${m.witnesses_certify_costs_grouped({ count, shown })} ${left}`;
}
