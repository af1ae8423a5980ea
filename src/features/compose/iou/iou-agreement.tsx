import CheckIcon from '@mui/icons-material/Check';
import RemoveIcon from '@mui/icons-material/Remove';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import type { IouFields } from '#jobs/drafts/draft-shape.ts';
import { Button } from '#ui/actions/button.tsx';
import { TextArea } from '#ui/inputs/text-input.tsx';
import { m } from '#i18n/messages.ts';
import { leastReason, type Agreement, type IouCheck, type IouCheckId } from './iou-check.ts';
import css from './iou-agreement.module.css';

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
      <div className={css.checks}>
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
              <span className={css.what}>{checkWords(check.id)}</span>
              <span className={css.result}>{resultWords(check)}</span>
            </li>
          ))}
        </ul>
        <p>{m.compose_iou_check_note()}</p>
        {mismatch !== '' && (
          <div className={css.reason}>
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
      </div>
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
