import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import ServiceIcon from '@mui/icons-material/CloudOutlined';
import { useHost, useSession } from '#client/session/session-context.tsx';
import { ConfirmInPlace } from '#ui/actions/confirm-in-place.tsx';
import { m } from '#i18n/messages.ts';
import { chooseLookUp, lookUpChoice, serviceLookUp } from './service-look-up.ts';
import type { Verification } from '../run/verification.ts';
import css from './use-service-look-up.module.css';

/**
 * With an open connection, hashes may be looked up there: the user chooses the first time, the choice is remembered for
 * that service, and shown as long as it holds. Without a connection there is nothing to ask and nothing to say.
 */
export function useServiceLookUp(verification: Verification): ReactNode {
  const { session } = useHost();
  const { phase, connection, capabilities } = useSession();
  const cache = useQueryClient();
  const client = phase === 'open' ? session.client() : undefined;
  const baseUrl = connection?.baseUrl;
  const [changed, setChanged] = useState(0);
  const choice = useMemo(
    () => (baseUrl === undefined || changed < 0 ? undefined : lookUpChoice(baseUrl)),
    [baseUrl, changed],
  );
  const agreed = client !== undefined && choice === true;
  useEffect(() => {
    verification.askService(
      agreed && capabilities ? serviceLookUp({ client, capabilities, cache }) : undefined,
    );
  }, [verification, agreed, client, capabilities, cache]);

  if (client === undefined || baseUrl === undefined) return null;
  const service = new URL(baseUrl).host;
  const choose = (yes: boolean) => {
    chooseLookUp(baseUrl, yes);
    setChanged((before) => before + 1);
  };
  if (choice === undefined)
    return (
      <ConfirmInPlace
        destructive={false}
        title={m.verify_ask_title({ service })}
        text={m.verify_ask_text({ host: new URL(baseUrl).host })}
        confirm={m.verify_ask_yes()}
        keep={m.verify_ask_no()}
        onConfirm={() => {
          choose(true);
        }}
        onKeep={() => {
          choose(false);
        }}
      />
    );
  return (
    <p className={css.line}>
      <ServiceIcon aria-hidden="true" />
      {choice ? m.verify_asks({ service }) : m.verify_asks_not({ service })}
      <button
        type="button"
        onClick={() => {
          choose(!choice);
        }}
      >
        {choice ? m.verify_asks_stop() : m.verify_asks_start()}
      </button>
    </p>
  );
}
