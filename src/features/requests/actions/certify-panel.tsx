import { useMutation, useQuery } from '@tanstack/react-query';
import { offers } from '#client/session/capabilities.ts';
import { organizations } from '#client/families/people/organizations.ts';
import { witnessChanges } from '#client/families/requests/witness-changes.ts';
import { strategies, strategyDates } from '#client/queries/reading.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { Witness } from '#contract/resources/resources.ts';
import { Stack } from '#ui/layout/card.tsx';
import { ConfirmInPlace } from '#ui/actions/confirm-in-place.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { m } from '#i18n/messages.ts';
import type { PanelProps } from './request-actions.tsx';
import { Refusal } from './refusal.tsx';

/** Has the witness certified by NOM-151: what it costs is said before. */
export function CertifyPanel({ request, onDone }: Pick<PanelProps, 'request' | 'onDone'>) {
  const { client, capabilities, organization: chosen } = useConnection();
  // What is certified is taken from the quota of whose witness it is, whichever organization is chosen.
  const organization = request.organization ?? request.witness?.organization ?? chosen;
  const isOther = chosen !== undefined && organization !== undefined && organization.id !== chosen.id;
  const format = useFormat();
  const snack = useSnack();
  const canRead = !!organization?.id && offers(capabilities, 'listOrganizations');
  const own = useQuery({ ...organizations(client).one(organization?.id ?? ''), enabled: canRead });
  const left = own.data?.quota?.nom151 ?? undefined;
  const certify = useMutation({
    ...witnessChanges(client).certify(request.witness?.id ?? ''),
    onSuccess: (certified) => {
      snack({ text: doneWords(certified) });
      onDone();
    },
  });
  const cost = (): string => {
    if (left)
      return m.requests_certify_cost({
        count: left,
        left: format.number(left),
        after: format.number(left - 1),
      });
    // The last one may be the one that this panel has just used.
    if (left === 0 || own.isLoading) return m.requests_certify_cost_one();
    return [
      m.requests_certify_cost_one(),
      canRead && own.data == null ? m.requests_certify_left_unread() : m.requests_certify_left_unsaid(),
    ].join(' ');
  };
  return (
    <Stack>
      {left === 0 && certify.isIdle ? (
        <WarningStrip action={{ label: m.common_close(), onSelect: onDone }}>
          {m.requests_certify_none_left()}
        </WarningStrip>
      ) : (
        <ConfirmInPlace
          destructive={false}
          title={m.requests_certify_title()}
          text={[
            cost(),
            ...(isOther
              ? [
                  m.requests_certify_other_quota({
                    name: visibleName(own.data?.name ?? organization.name) ?? organization.id ?? '',
                    chosen: visibleName(chosen.name) ?? chosen.id,
                  }),
                ]
              : []),
          ].join(' ')}
          confirm={m.requests_certify_confirm()}
          working={certify.isPending}
          onConfirm={() => certify.mutate()}
          onKeep={onDone}
        />
      )}
      <Refusal error={certify.error} />
    </Stack>
  );
}

/** That it is certified is said where the answer holds the date of the certificate. */
function doneWords(certified: Witness): string {
  if (!strategyDates(certified).nom151) return m.requests_certify_requested();
  const provider = strategies(certified).nom151?.provider;
  return provider ? m.requests_certified_by({ provider }) : m.requests_certified();
}
