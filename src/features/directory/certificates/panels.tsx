import { useConnection } from '#client/session/session-context.tsx';
import { certificates } from '#client/families/people/certificates.ts';
import { FilterPanel } from '#ui/inputs/filter-panel.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { useServiceNow } from '#ui/hooks/use-service-now.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { addDays, dayBounds, dayOf, type DaySpan } from '#widgets/days.ts';
import { SubjectPicker } from '#widgets/people/subject-picker.tsx';
import { m } from '#i18n/messages.ts';
import { forms } from '../match.ts';
import { MatchChoices, OwnDays, PastDays, ScopeChoices } from '../records/panels.tsx';
import {
  certificateFilterOf,
  certificateList,
  type CertificateFilterName,
  type CertificateView,
} from './filter.ts';
import { certificateFilterLabel, useOfferedIssuers } from './filter-labels.ts';

type Part = Partial<CertificateView>;

/** What a choice needs to count what each of its values would leave, and to apply the chosen one. */
type Counting = <Value>(partOf: (value: Value) => Part) => {
  source: ReturnType<typeof certificates>;
  filterWith: (value: Value) => ReturnType<typeof certificateFilterOf>;
  onChange: (value: Value) => void;
};

/** What opens under one chip. */
export function CertificatePanel({
  name,
  view,
  onChange,
  close,
}: {
  name: Exclude<CertificateFilterName, 'q'>;
  view: CertificateView;
  onChange: (part: Part) => void;
  close: () => void;
}) {
  const { client } = useConnection();
  const { zone } = usePreferences();
  const offered = useOfferedIssuers();
  const source = certificates(client);
  const label = certificateFilterLabel(name);
  const apply = (part: Part): void => {
    close();
    onChange(part);
  };
  const counting: Counting = (partOf) => ({
    source,
    filterWith: (value) =>
      certificateFilterOf(certificateList.changed(view, partOf(value)), (day) => dayBounds(day, zone)),
    onChange: (value) => apply(partOf(value)),
  });
  switch (name) {
    case 'subject':
      return (
        <FilterPanel style={{ minHeight: 260 }}>
          <SubjectPicker
            label={m.directory_find_label()}
            onPick={({ id }) => apply({ subject: id ? { how: 'any-of', values: [id] } : undefined })}
          />
        </FilterPanel>
      );
    case 'issuer':
      return (
        <MatchChoices
          label={label}
          form={forms.id}
          match={view.issuer}
          usual={(offered.data?.items ?? []).flatMap(({ id, commonName }) =>
            id ? [{ label: visibleName(commonName) ?? id, value: id }] : [],
          )}
          {...counting((issuer: CertificateView['issuer']) => ({ issuer }))}
        />
      );
    case 'serialNumber':
      return (
        <MatchChoices
          label={label}
          form={forms.hex}
          match={view.serialNumber}
          {...counting((serialNumber: CertificateView['serialNumber']) => ({ serialNumber }))}
        />
      );
    case 'version':
      return (
        <MatchChoices
          label={label}
          form={forms.whole}
          match={view.version}
          usual={['3', '1'].map((value) => ({ label: `X.509 v${value}`, value }))}
          {...counting((version: CertificateView['version']) => ({ version }))}
        />
      );
    case 'id':
      return (
        <MatchChoices
          label={label}
          form={forms.id}
          match={view.id}
          {...counting((id: CertificateView['id']) => ({ id }))}
        />
      );
    case 'ends':
    case 'starts':
    case 'created':
    case 'updated':
      return <DaysPanel name={name} view={view} label={label} counting={counting} />;
    case 'scope':
      return (
        <ScopeChoices
          label={label}
          scope={view.scope}
          {...counting((scope: CertificateView['scope']) => ({ scope }))}
        />
      );
  }
}

function DaysPanel({
  name,
  view,
  label,
  counting,
}: {
  name: 'ends' | 'starts' | 'created' | 'updated';
  view: CertificateView;
  label: string;
  counting: Counting;
}) {
  const { zone } = usePreferences();
  const today = dayOf(useServiceNow(60_000), zone);
  switch (name) {
    case 'ends':
      return (
        <OwnDays
          label={label}
          span={{ from: view.endsFrom, to: view.endsTo }}
          usual={[
            { label: m.directory_ends_past(), value: { from: undefined, to: addDays(today, -1) } },
            ...[30, 90, 365].map((days) => ({
              label: m.directory_ends_within({ days }),
              value: { from: today, to: addDays(today, days) },
            })),
          ]}
          {...counting(({ from, to }: DaySpan) => ({ endsFrom: from, endsTo: to }))}
        />
      );
    case 'starts':
      return (
        <PastDays
          label={label}
          span={{ from: view.startsFrom, to: view.startsTo }}
          {...counting(({ from, to }: DaySpan) => ({ startsFrom: from, startsTo: to }))}
        />
      );
    case 'created':
      return (
        <PastDays
          label={label}
          span={{ from: view.createdFrom, to: view.createdTo }}
          {...counting(({ from, to }: DaySpan) => ({ createdFrom: from, createdTo: to }))}
        />
      );
    case 'updated':
      return (
        <PastDays
          label={label}
          span={{ from: view.updatedFrom, to: view.updatedTo }}
          {...counting(({ from, to }: DaySpan) => ({ updatedFrom: from, updatedTo: to }))}
        />
      );
  }
}
