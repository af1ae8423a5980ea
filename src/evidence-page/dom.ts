/** Elements made one by one: no text ever becomes markup, whatever stands in the evidence. */

import { verdictLine, type VerdictPath } from '#ui/verdicts/verdict-paths.ts';

type Child = Node | string | false | undefined;

type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** An element with attributes (`true`: present, without a value) and children, in that order. */
export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly (Child | readonly Child[])[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== false));
  return element;
}

/** A drawing of paths in a box of 24; what it says stands beside it as a word. */
export function drawing(paths: readonly VerdictPath[]): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  for (const { d, line, transform } of paths) {
    const path = document.createElementNS(space, 'path');
    path.setAttribute('d', d);
    if (transform !== undefined) path.setAttribute('transform', transform);
    if (line !== undefined) {
      path.setAttribute('fill', 'none');
      path.setAttribute('stroke', 'currentColor');
      path.setAttribute('stroke-width', verdictLine.width);
    }
    if (line === 'dashed') path.setAttribute('stroke-dasharray', verdictLine.dashes);
    svg.append(path);
  }
  return svg;
}
