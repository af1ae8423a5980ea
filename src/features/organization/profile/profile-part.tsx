import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { canReadOrganization, organizationProfile } from '#client/families/people/organization-profile.ts';
import { organizations } from '#client/families/people/organizations.ts';
import { liveSeconds } from '#client/queries/query-client.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { Card, Stack } from '#ui/layout/card.tsx';
import { Strip } from '#ui/feedback/strips.tsx';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import { FailedPartLine } from '#widgets/query/failed-part-line.tsx';
import { QueryView } from '#widgets/query/query-view.tsx';
import { m } from '#i18n/messages.ts';
import { LoadingPolicyCard, PolicyCard } from './policy-card.tsx';
import { PreservationCard } from './preservation-card.tsx';
import { LoadingProfileCard, ProfileCard } from './profile-card.tsx';
import { LoadingQuotaCard, QuotaCard } from './quota-card.tsx';

/** Who the organization is, how what it has signed is conserved, and what it may still spend. */
export function ProfilePart({ id }: { id: string }) {
  const { client, capabilities } = useConnection();
  const byId = canReadOrganization(capabilities);
  const own = useQuery({
    ...organizations(client).one(id),
    enabled: byId,
    // What others change comes in beside what is being written.
    refetchInterval: liveSeconds * 1000,
  });
  const fromWitness = useQuery({ ...organizationProfile(client).fromWitness(id), enabled: !byId });
  const read = byId ? own : fromWitness;
  return (
    <Stack>
      <QueryView
        query={read}
        what={m.organization_what()}
        loading={
          <>
            <LoadingProfileCard />
            <LoadingPolicyCard />
            <LoadingQuotaCard />
          </>
        }
        frame={(state, isLoading) => (isLoading ? state : <Failed refetch={read.refetch}>{state}</Failed>)}
      >
        {(reported) => {
          // An organization that the service does not describe can still be changed: only what is written is sent.
          const organization = reported ?? { id };
          return (
            <>
              {!byId && (
                <Strip icon={<InfoIcon aria-hidden="true" />} framed>
                  {reported ? m.organization_from_witness() : m.organization_unreported()}
                </Strip>
              )}
              <ProfileCard organization={organization} />
              <PolicyCard organization={organization} />
              <QuotaCard organization={organization} />
            </>
          );
        }}
      </QueryView>
      <PreservationCard id={id} />
    </Stack>
  );
}

/** Each card says that it is missing, and can be read again; the first says why. */
function Failed({ refetch, children }: { refetch: () => unknown; children: ReactNode }) {
  return (
    <>
      <Card title={m.organization_profile()} flush>
        {children}
      </Card>
      <Card title={m.organization_policy()}>
        <FailedPartLine text={m.organization_policy_failed()} refetch={refetch} />
      </Card>
      <Card title={m.organization_quota()}>
        <FailedPartLine text={m.common_quota_failed()} refetch={refetch} />
      </Card>
    </>
  );
}
