/**
 * Has the browser fetch parts of the app into its cache when it is idle. Their names contain a hash of their content
 * and they are cached for a year: a part stays available when a newer build replaces it on the server. A prefetch costs
 * the page no script, whereas 200 calls of `fetch` cost a slow phone half a second.
 *
 * @param parts paths from the root of the site
 * @returns stops what has not begun
 */
export function prefetchParts(parts: readonly string[]): () => void {
  const links = parts.map((part) => {
    const link = document.createElement('link');
    link.rel = 'prefetch';
    link.href = `/${part}`;
    link.as = part.endsWith('.css') ? 'style' : part.endsWith('.js') ? 'script' : 'fetch';
    link.crossOrigin = 'anonymous';
    return link;
  });
  document.head.append(...links);
  return () => {
    for (const link of links) link.remove();
  };
}
