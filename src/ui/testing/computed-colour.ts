/**
 * The colour of an element's text and shapes as the styles give it, with the value of the theme for a variable. Only
 * the style sheets that the configuration of the tests names are read.
 */
export function computedColour(element: Element): string {
  const { color } = getComputedStyle(element);
  const [, variable] = /^var\((--[\w-]+)\)$/.exec(color) ?? [];
  return variable === undefined
    ? color
    : getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
}
