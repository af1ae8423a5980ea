import { Card } from '#ui/layout/card.tsx';
import { SegmentedControl } from '#ui/inputs/segmented-control.tsx';
import { policyNames, type PolicyName } from '#widgets/verification/context/verification-context.ts';
import { trustSettings } from '#widgets/verification/context/trust-settings.ts';
import { useTrustSettings } from '#widgets/verification/context/use-trust.ts';
import { m } from '#i18n/messages.ts';
import { AnchorsPart } from './anchors-part.tsx';
import { Part } from './part.tsx';
import css from './trust-card.module.css';

/** By what the reader checks: the policy and the certificates that count. */
export function TrustCard() {
  const { policy } = useTrustSettings();
  return (
    <Card title={m.settings_trust()}>
      <p className={css.lead}>{m.settings_trust_text()}</p>
      <Part title={m.settings_policy()}>
        <SegmentedControl
          label={m.settings_policy()}
          value={policy}
          options={policyNames.map((name) => ({ value: name, label: policyWord(name) }))}
          onChange={(chosen) => trustSettings.change({ policy: chosen })}
        />
        <dl className={css.policies}>
          {policyNames.map((name) => [
            <dt key={name} data-on={name === policy || undefined}>
              {policyWord(name)}
            </dt>,
            <dd key={`${name} text`} data-on={name === policy || undefined}>
              {policyText(name)}
            </dd>,
          ])}
        </dl>
      </Part>
      <AnchorsPart />
    </Card>
  );
}

function policyWord(name: PolicyName): string {
  switch (name) {
    case 'standard':
      return m.settings_policy_standard();
    case 'strict':
      return m.settings_policy_strict();
    case 'internal':
      return m.settings_policy_internal();
  }
}

function policyText(name: PolicyName): string {
  switch (name) {
    case 'standard':
      return m.settings_policy_standard_text();
    case 'strict':
      return m.settings_policy_strict_text();
    case 'internal':
      return m.settings_policy_internal_text();
  }
}
