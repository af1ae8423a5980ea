import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { styled } from '@mui/material/styles';
import { sandbox } from '#client/families/sandbox.ts';
import { useHost } from '#client/session/session-context.tsx';
import type { Witness } from '#contract/resources/resources.ts';
import { Button } from '#ui/actions/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { ink, media, type } from '#ui/theme/tokens.ts';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { FailureText } from '#widgets/failure/failure-text.tsx';
import { tokenIdOf } from '#widgets/owning/owning-state.ts';
import { paths } from '#widgets/paths.ts';
import { QueryView } from '#widgets/query/query-view.tsx';
import { hashAlgorithmName } from '#widgets/witness/hash-algorithm.ts';
import { m } from '#i18n/messages.ts';
import { caseTitle } from '../simulation/story-labels.ts';
import type { Signer } from './signer-invites.ts';
import { useClaims } from './signer-tokens.ts';

export const TokenRows = styled('ul')({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '4px 16px',
    minHeight: 52,
    padding: '8px 18px',
  },
  '& > li + li': { borderTop: `1px solid ${ink.line}` },
  '& .name': { ...type.body, overflowWrap: 'anywhere' },
  '& .acts': { display: 'flex', flexWrap: 'wrap', gap: 8 },
  '& .whole': { gridColumn: '1 / -1' },
  '& .failed': { ...type.table, gridColumn: '1 / -1', color: ink.fail },
  [media.phone]: {
    '& > li': { gridTemplateColumns: 'minmax(0, 1fr)', gap: 12, padding: '12px 16px' },
    '& > li > button': { justifySelf: 'start' },
  },
});

export const CardNote = styled('p')({
  ...type.table,
  margin: 0,
  padding: '14px var(--card-padding) 18px',
  color: ink.text2,
});

/** Tokens that wait for this signer as their first owner: claiming one mints it. */
export function ClaimsCard({ signer }: { signer: Signer }) {
  const { query, claims } = useClaims(signer);
  return (
    <Card title={m.sandbox_claims()} note={claims.length > 0 ? String(claims.length) : undefined} flush>
      <QueryView
        query={query}
        what={m.sandbox_what_claims()}
        loading={<LoadingRows kind="list" count={1} />}
        isEmpty={() => claims.length === 0}
        empty={<CardNote>{m.sandbox_claims_none({ name: visibleName(signer.commonName) ?? '' })}</CardNote>}
      >
        {() => (
          <TokenRows>
            {claims.map((witness) => (
              <Claim key={witness.id} witness={witness} signer={signer} />
            ))}
          </TokenRows>
        )}
      </QueryView>
    </Card>
  );
}

function Claim({ witness, signer }: { witness: Witness; signer: Signer }) {
  const { fetch: fetcher, origin } = useHost();
  const snack = useSnack();
  const navigate = useNavigate();
  const document = visibleName(witness.signatureRequest?.name);
  const name = document === undefined ? m.sandbox_without_name() : caseTitle(document);
  const claim = useMutation({
    ...sandbox(fetcher, origin).claim(witness.id ?? ''),
    onSuccess: () => {
      const token = tokenIdOf(witness);
      snack({
        text: m.sandbox_claimed({ name: visibleName(signer.commonName) ?? '', document: name }),
        ...(token !== undefined && {
          action: { label: m.sandbox_see_token(), onSelect: () => void navigate(paths.token(token)) },
        }),
      });
    },
  });
  return (
    <li>
      <div>
        <div className="name">{name}</div>
        {witness.hash && (
          <HashText label={hashAlgorithmName(witness.algorithm)} value={witness.hash} size="chain" />
        )}
      </div>
      <Button
        variant="outlined"
        loading={claim.isPending}
        aria-label={m.sandbox_claim_what({ document: name })}
        onClick={() => claim.mutate()}
      >
        {m.sandbox_claim()}
      </Button>
      {claim.error ? (
        <p className="failed" role="alert">
          <FailureText error={claim.error} />
        </p>
      ) : null}
    </li>
  );
}
