/** From now on the browser asks before it closes or reloads the page. @returns how to stop */
export function confirmLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
  addEventListener('beforeunload', ask);
  return () => removeEventListener('beforeunload', ask);
}
