/** The page's side of the worker that keeps the application's files (site.ts). */

/**
 * Says which build this tab runs, by a lock of its entry's name, for as long as it lives: so its files stay. First of all: a tab that has not
 * said so may lose a screen that it has not fetched yet.
 */
export function holdBuild({ navigator, document }: Pick<Window, 'navigator' | 'document'>): void {
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  if (!locks || !script) return
  // Held for ever; refused only where the page is on its way out.
  locks
    .request(new URL(script.src).pathname, { mode: 'shared' }, () => new Promise(() => undefined))
    .catch(() => undefined)
}

/** Has the application's files kept. Only in a secure context; what is served as it changes is not kept. */
export function keepSite({ navigator }: Pick<Window, 'navigator'>): void {
  const { serviceWorker } = navigator as Partial<Pick<Navigator, 'serviceWorker'>>
  // Refused by a policy, or without the network: the program runs all the same, and only opens with the server.
  if (import.meta.env.PROD) serviceWorker?.register('/service-worker.js').catch(() => undefined)
}
