import CheckIcon from '@mui/icons-material/Check';
import RemoveIcon from '@mui/icons-material/Remove';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import { styled } from '@mui/material/styles';
import type { IouFields } from '#jobs/store/draft-shape.ts';
import { Button } from '#ui/actions/button.tsx';
import { ink } from '#ui/theme/tokens.ts';
import { TextArea } from '#ui/inputs/text-input.tsx';
import { m } from '#i18n/messages.ts';
import { leastReason, type Agreement, type IouCheck, type IouCheckId } from './iou-check.ts';

const Checks = styled('div')({
  marginTop: 14,
  padding: '12px 14px',
  border: `1px solid ${ink.line}`,
  borderRadius: 8,
  '& > h3': { margin: '0 0 8px', fontSize: 13, lineHeight: '18px', fontWeight: 600 },
  '& > ul': { margin: 0, padding: 0, listStyle: 'none', fontSize: 13, lineHeight: '18px' },
  '& li': { display: 'flex', alignItems: 'center', gap: 8, minHeight: 24 },
  '& li > svg': { flex: 'none', fontSize: 16 },
  '& li > .what': { flex: 1 },
  '& li > .result, & > p': { color: ink.text2, fontSize: 12, lineHeight: '16px', overflowWrap: 'anywhere' },
  '& li > .result': { maxWidth: '60%', textAlign: 'right' },
  '& li[data-result="fails"]': { color: ink.indet, '& > .result': { color: ink.indet } },
  '& > p': { margin: '8px 0 0' },
  '& > .reason': { marginTop: 14, paddingTop: 14, borderTop: `1px solid ${ink.line}` },
});

/** Whether text and fields agree, said while they are written; where they do not, why it is sent all the same. */
export function IouAgreement({
  iou,
  agreement: { checks, mismatch },
  problem,
  onChange,
}: {
  iou: Required<IouFields>;
  agreement: Agreement;
  problem: string | undefined;
  onChange: (part: Partial<IouFields>) => void;
}) {
  const { why = '', about } = iou.reason ?? {};
  const other = why !== '' && about !== mismatch;
  return (
    <>
      <Checks>
        <h3>{m.compose_iou_check()}</h3>
        <ul>
          {checks.map((check) => (
            <li key={check.id} data-result={check.result}>
              {check.result === 'holds' ? (
                <CheckIcon aria-hidden="true" />
              ) : check.result === 'fails' ? (
                <WarningIcon aria-hidden="true" />
              ) : (
                <RemoveIcon aria-hidden="true" />
              )}
              <span className="what">{checkWords(check.id)}</span>
              <span className="result">{resultWords(check)}</span>
            </li>
          ))}
        </ul>
        <p>{m.compose_iou_check_note()}</p>
        {mismatch !== '' && (
          <div className="reason">
            <TextArea
              label={m.compose_iou_reason()}
              help={m.compose_iou_reason_help({ least: leastReason })}
              rows={2}
              value={why}
              error={other ? m.compose_iou_reason_other() : problem}
              onChange={(event) => onChange({ reason: { why: event.target.value, about: mismatch } })}
            />
            {other && (
              <Button variant="text" onClick={() => onChange({ reason: { why, about: mismatch } })}>
                {m.compose_iou_reason_again()}
              </Button>
            )}
          </div>
        )}
      </Checks>
    </>
  );
}

function resultWords({ result, said }: IouCheck): string {
  if (result === 'holds') return m.compose_iou_check_holds();
  if (result === 'later') return m.compose_iou_check_later();
  return said === undefined ? m.compose_iou_check_fails() : m.compose_iou_check_said({ said });
}

function checkWords(id: IouCheckId): string {
  switch (id) {
    case 'amount':
      return m.compose_iou_check_amount();
    case 'words':
      return m.compose_iou_check_words();
    case 'currency':
      return m.compose_iou_check_currency();
    case 'debtor':
      return m.compose_iou_check_debtor();
    case 'creditor':
      return m.compose_iou_check_creditor();
    case 'location':
      return m.compose_iou_check_location();
  }
}
