import CaseIcon from '@mui/icons-material/FolderZipOutlined';
import DocumentIcon from '@mui/icons-material/DescriptionOutlined';
import HashIcon from '@mui/icons-material/TagOutlined';
import StampIcon from '@mui/icons-material/ApprovalOutlined';
import { m } from '#i18n/messages.ts';
import css from './what-can-be-verified.module.css';

/** What the page takes, while nothing was given. */
export function WhatCanBeVerified() {
  const kinds = [
    [DocumentIcon, m.verify_empty_document(), m.verify_empty_document_text()],
    [CaseIcon, m.verify_empty_case(), m.verify_empty_case_text()],
    [StampIcon, m.verify_empty_token(), m.verify_empty_token_text()],
    [HashIcon, m.verify_empty_hash(), m.verify_empty_hash_text()],
  ] as const;
  return (
    <dl className={css.root}>
      {kinds.map(([Icon, title, text]) => (
        <div key={title}>
          <Icon aria-hidden="true" />
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
