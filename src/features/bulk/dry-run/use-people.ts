import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { offers } from '#client/session/capabilities.ts';
import { organizationLinks } from '#client/families/people/organizations.ts';
import { subjects } from '#client/families/people/subjects.ts';
import { loadById } from '#client/queries/hydration.ts';
import { readFresh } from '#client/queries/read-fresh.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { keyOf, type Identifier } from '../table/identifiers.ts';
import { lookUp, type Directory } from './look-up.ts';
import type { Looked, People } from './people.ts';

/** Milliseconds between two looks of the page at what was found: thousands may come in a second. */
const tellEvery = 400;
/** People of one question: several may share an address. */
const mostFound = 500;

const nobody: People = new Map();

/** Who the table names, as far as it is known by now; what is requested once is not requested again. */
export function usePeople(wanted: readonly Identifier[]): { people: People; again: () => void } {
  const directory = useDirectory();
  const [people, setPeople] = useState(nobody);
  const [round, setRound] = useState(0);
  const requested = useRef(new Set<string>());
  const over = useRef<AbortController>(undefined);

  useEffect(() => {
    const seen = requested.current;
    over.current = new AbortController();
    return () => {
      over.current?.abort();
      seen.clear();
    };
  }, []);

  useEffect(() => {
    const missing = wanted.filter((one) => !requested.current.has(keyOf(one)));
    if (missing.length === 0 || !over.current) return;
    for (const one of missing) requested.current.add(keyOf(one));
    const { signal } = over.current;
    let found = new Map<string, Looked>();
    const tell = (): void => {
      if (signal.aborted || found.size === 0) return;
      const news = found;
      found = new Map();
      setPeople((before) => new Map([...before, ...news]));
    };
    const timer = setInterval(tell, tellEvery);
    void lookUp(
      missing,
      directory,
      (some) => some.forEach((one, key) => found.set(key, one)),
      signal,
    ).finally(() => {
      clearInterval(timer);
      tell();
    });
  }, [wanted, directory, round]);

  /** Asks anew for all: links are made and certificates renewed while one prepares. */
  const again = useCallback(() => {
    // What answers late would replace what is known by then.
    over.current?.abort();
    over.current = new AbortController();
    requested.current.clear();
    setPeople(nobody);
    setRound((before) => before + 1);
  }, []);
  return { people, again };
}

function useDirectory(): Directory {
  const queries = useQueryClient();
  const { client, capabilities, organization } = useConnection();
  return useMemo((): Directory => {
    const tellsLinks = organization !== undefined && offers(capabilities, 'listOrganizationLinks');
    const tellsCertificates =
      offers(capabilities, 'listCertificates') || capabilities.present.includes('readCertificate');
    return {
      subjects: async (filter) => {
        const { items, count } = await readFresh(queries, {
          ...subjects(client).whole(filter, mostFound),
          retry: 2,
        });
        return { items, whole: count === undefined ? items.length < mostFound : items.length >= count };
      },
      everybody: async (most) => {
        const count = await queries.query(subjects(client).count({}));
        if (count === null || count > most) return undefined;
        const read = await queries.query(subjects(client).whole({}, most));
        return read.changedWhileReading || read.items.length < count ? undefined : read.items;
      },
      links: tellsLinks
        ? (ids) => {
            const filter = { organization: { eq: organization.id }, subject: { in: [...ids] } };
            return readFresh(queries, { ...organizationLinks(client).whole(filter), retry: 2 });
          }
        : undefined,
      certificate: tellsCertificates ? (id) => loadById(client, 'listCertificates', id) : undefined,
    };
  }, [queries, client, capabilities, organization]);
}
