import { useRef, useState, type SubmitEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { styled } from '@mui/material/styles';
import { embeddedConnection, readAddress, type Connection } from '#api/connection.ts';
import { pageService } from '#api/families/page-service.ts';
import { useHost } from '#api/session-context.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { ink, media, type } from '#ui/ink.ts';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { m } from '#words/words.ts';
import { addressFault, keepAddress, lastAddress, type ServiceChoice } from './addresses.ts';
import { ConnectFailure, isKeyRefusal } from './connect-failure.tsx';
import { useConnect } from './use-connect.ts';

const Form = styled('form')({
  display: 'flex',
  flexDirection: 'column',
  gap: 14,
  '& .where': { ...type.table, color: ink.text2, overflowWrap: 'anywhere' },
  '& details > summary': {
    ...type.table,
    color: ink.text2,
    cursor: 'pointer',
    minHeight: 24,
    borderRadius: 4,
  },
  '& details > div': { paddingTop: 6 },
  '& .note': { ...type.caption, color: ink.text2, paddingLeft: 30 },
  '& .choices': { flexWrap: 'wrap', alignSelf: 'flex-start', '& label': { minHeight: 28 } },
  [media.phone]: { '& .choices': { alignSelf: 'stretch', '& label': { flex: '1 1 40%', minHeight: 36 } } },
});

/** A service of the reader's choice, and the key of their organization. */
export function ServiceForm({ onConnected }: { onConnected: () => void }) {
  const { fetch: fetcher, origin } = useHost();
  const own = useQuery(pageService(fetcher, origin).read());
  const connect = useConnect();
  const [choice, setChoice] = useState<ServiceChoice>('embedded');
  const [address, setAddress] = useState('');
  const [wrapped, setWrapped] = useState(false);
  const [remember, setRemember] = useState(false);
  const [faults, setFaults] = useState<{ address?: string; key?: string }>({});
  const [tried, setTried] = useState('');
  // The key is read from its field when it is needed and stands nowhere else.
  const key = useRef<HTMLInputElement>(null);
  const addressField = useRef<HTMLInputElement>(null);

  const choose = (next: ServiceChoice) => {
    setChoice(next);
    setAddress(lastAddress(next));
    setFaults({});
    connect.reset();
  };

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (connect.isPending) return;
    const read = choice === 'embedded' ? { baseUrl: `${origin}/rest/v1` } : readAddress(address);
    const typed = key.current?.value.trim() ?? '';
    const wrong = {
      ...('fault' in read ? { address: addressFault(read.fault) } : {}),
      ...(typed === '' ? { key: m.connect_key_missing() } : {}),
    };
    setFaults(wrong);
    if ('fault' in read) {
      addressField.current?.focus();
      return;
    }
    if (typed === '') {
      key.current?.focus();
      return;
    }
    const connection: Connection =
      choice === 'embedded'
        ? embeddedConnection(origin, own.data?.upstream)
        : { id: choice, baseUrl: read.baseUrl, contentForm: wrapped ? 'wrapped' : 'flat' };
    setTried(connection.baseUrl);
    connect.mutate(
      { connection, key: typed, remember },
      {
        onSuccess: () => {
          if (key.current) key.current.value = '';
          keepAddress(choice, address.trim());
          onConnected();
        },
        onError: (error) => {
          if (!isKeyRefusal(error)) return;
          key.current?.focus();
          key.current?.select();
        },
      },
    );
  };

  const upstream = own.data?.upstream;
  const refused = isKeyRefusal(connect.error);
  return (
    <Card title={m.connect_service_title()}>
      <Form onSubmit={submit} noValidate>
        <SegmentedControl
          className="choices"
          label={m.connect_service_title()}
          value={choice}
          onChange={choose}
          options={[
            { value: 'embedded', label: m.connect_choice_embedded() },
            { value: 'staging', label: m.connect_choice_staging() },
            { value: 'production', label: m.connect_choice_production() },
            { value: 'own', label: m.connect_choice_own() },
          ]}
        />
        {choice === 'embedded' ? (
          <p className="where">
            {upstream
              ? m.connect_embedded_upstream({ host: upstream })
              : m.connect_embedded_where({ address: new URL(origin).host })}
          </p>
        ) : (
          <TextInput
            ref={addressField}
            label={m.connect_address()}
            help={m.connect_address_help()}
            error={faults.address}
            value={address}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://"
            onChange={(event) => {
              setAddress(event.target.value);
            }}
            onBlur={() => {
              const read = address.trim() === '' ? undefined : readAddress(address);
              setFaults((before) => {
                const { address: _old, ...rest } = before;
                return read && 'fault' in read ? { ...rest, address: addressFault(read.fault) } : rest;
              });
            }}
          />
        )}
        <TextInput
          ref={key}
          type="password"
          label={m.connect_key()}
          help={m.connect_key_help()}
          error={faults.key ?? (refused ? m.connect_key_refused() : undefined)}
          autoComplete="off"
          spellCheck={false}
        />
        <div>
          <Checkbox
            label={m.connect_remember()}
            checked={remember}
            onChange={(event) => {
              setRemember(event.target.checked);
            }}
          />
          <p className="note">{m.connect_remember_help()}</p>
        </div>
        {choice !== 'embedded' && (
          <details>
            <summary>{m.connect_more()}</summary>
            <div>
              <Checkbox
                label={m.connect_wrapped()}
                checked={wrapped}
                onChange={(event) => {
                  setWrapped(event.target.checked);
                }}
              />
              <p className="note">{m.connect_wrapped_help()}</p>
            </div>
          </details>
        )}
        <div>
          <Button type="submit" large loading={connect.isPending}>
            {m.connect_submit()}
          </Button>
        </div>
        {connect.error && !refused && <ConnectFailure error={connect.error} baseUrl={tried} />}
      </Form>
    </Card>
  );
}
