import { styled } from '@mui/material/styles';
import type { SendFailure } from '#jobs/send/send-record.ts';
import { Button } from '#ui/actions/button.tsx';
import { Link } from '#ui/actions/link.tsx';
import { Name } from '#ui/data/name.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { IdForm } from '../forms/id-form.tsx';
import { paths } from '../paths.ts';
import { m } from '#i18n/messages.ts';
import css from './create-decision.module.css';

const Typed = styled('form')({ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 8 });

export interface DecisionActions {
  /** It took place: as this request, or the invite that was in doubt. */
  readonly onThere: (requestId?: string) => void;
  readonly onAgain: () => void;
  readonly onDiscard: () => void;
}

/** What a person decides about a create or an invite of which nobody knows whether it happened. */
export function CreateDecision({
  failure: { step, candidates = [] },
  onThere,
  onAgain,
  onDiscard,
}: DecisionActions & { failure: SendFailure }) {
  const format = useFormat();
  const isCreate = step === 'create';
  return (
    <div className={css.root}>
      {isCreate && <p>{candidates.length > 0 ? m.send_decide_candidates() : m.send_decide_none()}</p>}
      {isCreate && candidates.length > 0 && (
        <ul>
          {candidates.map(({ id, name, createdAt }) => (
            <li key={id}>
              <span className={css.what}>
                <Link to={paths.request(id)}>
                  <Name lines={3}>{name ?? id}</Name>
                </Link>
                {createdAt !== undefined &&
                  !Number.isNaN(Date.parse(createdAt)) &&
                  ` · ${format.dayTime(createdAt)}`}
              </span>
              <Button onClick={() => onThere(id)}>{m.send_decide_this_one()}</Button>
            </li>
          ))}
        </ul>
      )}
      {/* Where the service has no list, who looked elsewhere can say which one it is. */}
      {isCreate && candidates.length === 0 && (
        <IdForm
          form={Typed}
          label={m.send_decide_id()}
          submit={m.send_decide_created()}
          onSubmit={(id) => onThere(id)}
        />
      )}
      <div className={css.actions}>
        {!isCreate && <Button onClick={() => onThere()}>{m.send_decide_invited()}</Button>}
        <Button onClick={onAgain}>{isCreate ? m.compose_create_again() : m.shell_send_invite_again()}</Button>
        <Button variant="text" onClick={onDiscard}>
          {m.send_decide_discard()}
        </Button>
      </div>
    </div>
  );
}
