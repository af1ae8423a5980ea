import { useEffect, useRef } from 'react';
import { Stack } from '#ui/layout/card.tsx';
import { NodesCard } from '#widgets/nodes/nodes-card.tsx';
import { useSandboxNode } from '#widgets/nodes/use-sandbox-node.ts';
import { OwningCard } from '#widgets/owning/owning-card.tsx';
import { SectionCard } from '#widgets/report/section-card.tsx';
import { Columns } from '../columns.tsx';
import { ReportedClaim } from '../reported/reported-cards.tsx';
import type { Shown } from '../use-shown.ts';

/** What stands on a chain: the nodes that are queried, the claim, the token and its owner. */
export function ChainTab({ shown }: { shown: Shown }) {
  const { witness, ofSignature, documentWitness, inspection, storedEvidence } = shown;
  const { reader, working } = inspection;
  const sandboxNode = useSandboxNode();
  const field = useRef<HTMLInputElement>(null);
  const { isNodeRequested, onNodeShown } = shown;
  useEffect(() => {
    if (!isNodeRequested || !field.current) return;
    field.current.scrollIntoView({ block: 'center' });
    field.current.focus({ preventScroll: true });
    onNodeShown();
  }, [isNodeRequested, onNodeShown]);
  const claim = shown.sectionOf('claim');
  return (
    <Columns data-even>
      <Stack style={{ gap: 14 }}>
        {reader && (
          <NodesCard
            evidence={storedEvidence}
            trust={reader.trust}
            exchanges={reader.exchanges}
            isQuerying={working === 'querying'}
            field={field}
            offered={sandboxNode}
          />
        )}
        {claim && <SectionCard section={claim} {...shown.listOf(claim.key)} asReported />}
        <ReportedClaim witness={witness} />
      </Stack>
      <Stack style={{ gap: 14 }}>
        <TokenChecks shown={shown} />
        <OwningCard {...{ witness, ofSignature, documentWitness }} />
      </Stack>
    </Columns>
  );
}

function TokenChecks({ shown }: { shown: Shown }) {
  const section = shown.sectionOf('token');
  if (section === undefined) return null;
  return <SectionCard section={section} {...shown.listOf(section.key)} asReported />;
}
