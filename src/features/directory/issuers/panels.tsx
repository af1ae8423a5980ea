import { issuers } from '#client/families/people/issuers.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { dayBounds, type DaySpan } from '#widgets/days.ts';
import { FilterForm } from '#widgets/filters/filter-form.tsx';
import { m } from '#i18n/messages.ts';
import { forms } from '../match.ts';
import { longestText } from '../records/list-view.ts';
import { MatchChoices, PastDays } from '../records/panels.tsx';
import { issuerFilterOf, issuerList, issuerTexts, type IssuerFilterName, type IssuerView } from './filter.ts';
import { issuerFilterLabel, issuerTextLabel } from './filter-labels.ts';

type Part = Partial<IssuerView>;

/** What opens under one chip. */
export function IssuerPanel({
  name,
  view,
  onChange,
  close,
}: {
  name: Exclude<IssuerFilterName, 'q'>;
  view: IssuerView;
  onChange: (part: Part) => void;
  close: () => void;
}) {
  const { client } = useConnection();
  const { zone } = usePreferences();
  const label = issuerFilterLabel(name);
  const apply = (part: Part): void => {
    close();
    onChange(part);
  };
  const counting = <Value,>(partOf: (value: Value) => Part) => ({
    source: issuers(client),
    filterWith: (value: Value) =>
      issuerFilterOf(issuerList.changed(view, partOf(value)), (day) => dayBounds(day, zone)),
    onChange: (value: Value) => apply(partOf(value)),
  });
  switch (name) {
    case 'text':
      return (
        <FilterForm
          longest={longestText}
          texts={issuerTexts.map((name) => ({ name, label: issuerTextLabel(name), value: view[name] }))}
          note={m.directory_text_help()}
          onApply={apply}
        />
      );
    case 'country':
      return (
        <MatchChoices
          label={label}
          form={forms.country}
          match={view.country}
          {...counting((country: IssuerView['country']) => ({ country }))}
        />
      );
    case 'postalCode':
      return (
        <MatchChoices
          label={label}
          form={forms.whole}
          match={view.postalCode}
          {...counting((postalCode: IssuerView['postalCode']) => ({ postalCode }))}
        />
      );
    case 'id':
      return (
        <MatchChoices
          label={label}
          form={forms.id}
          match={view.id}
          {...counting((id: IssuerView['id']) => ({ id }))}
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
