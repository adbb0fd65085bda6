/** Moving through a list of rows with the keys. */

/** Where a key leads from row `at` of so many, a page being what fits the window; null: it leads nowhere. */
export function walk(count: number, at: number, key: string, page: number): number | null {
  const last = count - 1
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, at + 1)
    case 'ArrowUp':
      return Math.max(0, at - 1)
    case 'PageDown':
      return Math.min(last, Math.max(0, at) + page)
    case 'PageUp':
      return Math.max(0, at - page)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
