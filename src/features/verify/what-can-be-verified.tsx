import { styled } from '@mui/material/styles';
import CaseIcon from '@mui/icons-material/FolderZipOutlined';
import DocumentIcon from '@mui/icons-material/DescriptionOutlined';
import HashIcon from '@mui/icons-material/TagOutlined';
import StampIcon from '@mui/icons-material/ApprovalOutlined';
import { ink, media, type } from '#ui/theme/tokens.ts';
import { m } from '#i18n/messages.ts';

const Root = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: '20px 32px',
  '& > div': { display: 'grid', gridTemplateColumns: '20px minmax(0, 1fr)', columnGap: 12 },
  '& svg': { fontSize: 18, marginTop: 1, color: ink.text2 },
  '& dt': { ...type.body, fontWeight: 550 },
  '& dd': { ...type.table, gridColumn: 2, margin: '2px 0 0', color: ink.text2 },
  '& > p': { ...type.table, gridColumn: '1 / -1', color: ink.text2 },
  [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 },
});

/** What the page takes, while nothing was given. */
export function WhatCanBeVerified() {
  const kinds = [
    [DocumentIcon, m.verify_empty_document(), m.verify_empty_document_text()],
    [CaseIcon, m.verify_empty_case(), m.verify_empty_case_text()],
    [StampIcon, m.verify_empty_token(), m.verify_empty_token_text()],
    [HashIcon, m.verify_empty_hash(), m.verify_empty_hash_text()],
  ] as const;
  return (
    <Root as="dl">
      {kinds.map(([Icon, title, text]) => (
        <div key={title}>
          <Icon aria-hidden="true" />
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </Root>
  );
}
