import { styled } from '@mui/material/styles';
import { build } from '#proofs/build.ts';
import { Card } from '#ui/layout/card.tsx';
import { ink, type } from '#ui/theme/tokens.ts';
import { m } from '#i18n/messages.ts';

const Body = styled('div')({
  ...type.body,
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  maxWidth: 620,
  '& > p + p': { ...type.table, color: ink.text2 },
});

export function AboutCard() {
  return (
    <Card title={m.settings_about()}>
      <Body>
        <p>{m.settings_about_what()}</p>
        <p>{m.settings_about_proof()}</p>
        <p>{m.settings_about_leaves()}</p>
        <p>{m.settings_version({ build })}</p>
      </Body>
    </Card>
  );
}
