import { styled } from '@mui/material/styles';
import { useMemo } from 'react';
import { useConnection } from '#api/session-context.tsx';
import type { Witness } from '#contract/resources.ts';
import type { Check } from '#proofs/check.ts';
import { Card, Stack } from '#ui/card.tsx';
import { CheckRow } from '#ui/check-row.tsx';
import { HashText } from '#ui/hash-text.tsx';
import { ink } from '#ui/ink.ts';
import { checkMembership } from '#widgets/evidence.ts';
import { m } from '#words/words.ts';

const Group = styled('section')({
  '& > h3': { margin: '0 0 4px', fontSize: 13, lineHeight: '18px', fontWeight: 600 },
  '& + &': { marginTop: 12 },
});

const Note = styled('p')({ margin: 0, color: ink.text2, fontSize: 12, lineHeight: '16px' });

/** The proofs that this witness carries, folded here. */
export function MembershipCard({ witness }: { witness: Witness }) {
  const { connection } = useConnection();
  // The embedded service is known to use this recipe; of another one that is not known.
  const pinned = connection.id === 'embedded' ? 'ascii-hex-sorted/1' : undefined;
  const { merkleized, external } = useMemo(() => checkMembership(witness, pinned), [witness, pinned]);
  return (
    <Card title={m.witnesses_checked()}>
      <Stack>
        <Note>{m.witnesses_checked_text()}</Note>
        {merkleized.length > 0 && (
          <Group>
            <h3>{m.witnesses_merkle()}</h3>
            {merkleized.map((check) => (
              <Row key={check.id} check={check} />
            ))}
          </Group>
        )}
        {external.length > 0 && (
          <Group>
            <h3>{m.witnesses_external()}</h3>
            {external.map((check) => (
              <Row key={check.id} check={check} />
            ))}
          </Group>
        )}
        <Note>{m.witnesses_not_checked()}</Note>
      </Stack>
    </Card>
  );
}

function Row({ check }: { check: Check }) {
  return (
    <CheckRow
      state={check.status}
      statement={statementOf(check)}
      basis={check.status === 'PASSED' || check.status === 'FAILED' ? check.basis : undefined}
      detail={detailOf(check)}
    />
  );
}

function statementOf({ id }: Check): string {
  switch (id) {
    case 'merkleized.shape':
      return m.witnesses_check_merkleized_shape();
    case 'merkleized.root':
      return m.witnesses_check_merkleized_root();
    case 'external.shape':
      return m.witnesses_check_external_shape();
    default:
      return m.witnesses_check_external_root();
  }
}

function detailOf({ status, reason, computed, recipe }: Check) {
  if (status === 'PASSED') return recipe ? m.witnesses_recipe({ recipe }) : undefined;
  switch (reason?.code) {
    case 'X_PROOF_RECIPE_UNKNOWN':
      return m.witnesses_reason_recipe();
    case 'X_PROOF_ROOT_MISMATCH':
      return computed ? (
        <>
          {m.witnesses_reason_mismatch()} <HashText value={computed} />
        </>
      ) : (
        reason.code
      );
    case 'X_PROOF_BAD_SHAPE':
      return m.witnesses_reason_shape({ message: String(reason.detail?.message ?? '') });
    default:
      return reason?.code;
  }
}
