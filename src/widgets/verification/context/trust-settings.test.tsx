import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { localPreferences } from '#client/session/preferences.ts';
import { trustSettings } from './trust-settings.ts';
import { useTrustSettings } from './use-trust.ts';

const anchor = (title: string) => ({ pem: title, sha256: title.repeat(64), title, use: 'signing' }) as const;

/** Another tab stores this; browsers report it to the others a moment later. */
function inAnotherTab(stored: object): void {
  localPreferences.set('trust', JSON.stringify(stored));
}

beforeEach(() => trustSettings.erase());

describe('what is trusted, with two tabs open', () => {
  it('stays as the other tab changed it when this one changes something else', () => {
    trustSettings.pin(anchor('a'));
    inAnotherTab({ policy: 'standard', anchors: [], endorsers: [] });
    trustSettings.change({ policy: 'strict' });
    expect(trustSettings.read()).toMatchObject({ policy: 'strict', anchors: [] });
    inAnotherTab({ policy: 'strict', anchors: [anchor('b')], endorsers: [] });
    trustSettings.pin(anchor('c'));
    trustSettings.forget();
    expect(trustSettings.read().anchors.map(({ title }) => title)).toEqual(['b', 'c']);
  });

  it('is shown, and checked by, as the other tab changed it', () => {
    trustSettings.pin(anchor('a'));
    trustSettings.change({ nodes: [{ network: 1, url: 'https://node.example/key' }] });
    const { result } = renderHook(useTrustSettings);
    inAnotherTab({ policy: 'standard', anchors: [], endorsers: [] });
    act(() => {
      dispatchEvent(new StorageEvent('storage', { key: 'testigo.trust' }));
    });
    expect(result.current.anchors).toEqual([]);
    expect(result.current.nodes).toHaveLength(1);
  });

  it('is the same object until it changes', () => {
    trustSettings.pin(anchor('a'));
    expect(trustSettings.read()).toBe(trustSettings.read());
  });
});
