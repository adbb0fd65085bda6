/**
 * A page whose files are gone, because a new build took their place while it was loading, loads again: the new one names its
 * own. Once: a page that came by a reload is not helped by another. False where it stays.
 */
export function loadAgainOnce({ performance, location }: Pick<Window, 'performance' | 'location'>): boolean {
  const [came] = performance.getEntriesByType('navigation') as readonly Partial<PerformanceNavigationTiming>[]
  if (came === undefined || came.type === 'reload') return false
  location.reload()
  return true
}
