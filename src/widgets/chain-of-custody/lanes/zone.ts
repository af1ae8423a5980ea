/** Seconds that a zone, written as `UTC−06:00`, is ahead of UTC. */
export function offsetSeconds(zone: string): number {
  const found = /UTC([+−-])(\d{2}):(\d{2})/.exec(zone);
  if (found === null) return 0;
  const length = (Number(found[2]) * 60 + Number(found[3])) * 60;
  return found[1] === '+' ? length : -length;
}
