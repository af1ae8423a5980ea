interface Page {
  fetch: typeof fetch;
  location: { origin: string };
  /** The answer of `/sandbox/session` that `first-script.js` requested before any module had come. */
  testigoDemo?: Promise<Response>;
}

/** The browser's own `fetch`, which hands over that answer once. */
export function fetchWithEarlyAnswer(page: Page): typeof fetch {
  const fetcher = page.fetch.bind(page);
  let early = page.testigoDemo;
  delete page.testigoDemo;
  return (input, init) => {
    const answer = early;
    if (!answer || input !== `${page.location.origin}/sandbox/session` || init?.method !== 'GET')
      return fetcher(input, init);
    early = undefined;
    return answer;
  };
}
