// Runs in a measured page before its own scripts: notes paints, long tasks, shifts, and when the content stands.
const figures = { content: 0, largestPaint: 0, largest: '', tasks: [], shift: 0, shifts: [] };
Object.assign(globalThis, { paintFigures: figures });
const listen = (type, note) =>
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
listen('largest-contentful-paint', ({ startTime, element }) => {
  figures.largestPaint = startTime;
  figures.largest = element?.textContent?.slice(0, 60) ?? '';
});
listen('longtask', ({ startTime, duration }) => figures.tasks.push([startTime, duration]));
listen('layout-shift', ({ value, hadRecentInput, sources, startTime }) => {
  if (hadRecentInput) return;
  figures.shift += value;
  const edges = ({ top, bottom }) => `${top.toFixed(0)}-${bottom.toFixed(0)}`;
  for (const { node, previousRect, currentRect } of sources)
    figures.shifts.push(
      `${value.toFixed(3)} at ${startTime.toFixed(0)} ms, ${edges(previousRect)} to ${edges(currentRect)}: ` +
        (node?.outerHTML ?? node?.textContent ?? '').slice(0, 120),
    );
});
const look = () => {
  const { paintSelector } = globalThis;
  const found = document.querySelector(paintSelector);
  // The frame after the one in which it is there has painted it.
  if (found?.checkVisibility()) requestAnimationFrame(() => (figures.content ||= performance.now()));
  else requestAnimationFrame(look);
};
look();
