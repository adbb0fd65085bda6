/** What projections keep for each tab of the account, bounded: nobody says that a tab was closed. */

/** So many tabs are remembered; beyond, those that did something longest ago are forgotten. */
export const tabsKept = 64

/** Takes a tab's own out. */
export function dropTab<V>(byTab: Readonly<Record<string, V>>, tabId: string): Readonly<Record<string, V>> {
  if (!(tabId in byTab)) return byTab
  const { [tabId]: _own, ...others } = byTab
  return others
}

/**
 * Puts a tab's own in, as the one that did something last. Ids of tabs are never read as numbers, so the order of the
 * record is that of insertion.
 */
export function putTab<V>(
  byTab: Readonly<Record<string, V>>,
  tabId: string,
  value: V,
): Readonly<Record<string, V>> {
  let known = 0
  let last = ''
  for (const tab in byTab) {
    known++
    last = tab
  }
  // Mostly one tab does many things, one after the other: it stands last already.
  if (last === tabId || (known < tabsKept && !(tabId in byTab))) return { ...byTab, [tabId]: value }
  const { [tabId]: _before, ...others } = byTab
  const left = Object.keys(others).length
  if (left < tabsKept) return { ...others, [tabId]: value }
  return { ...Object.fromEntries(Object.entries(others).slice(left - tabsKept + 1)), [tabId]: value }
}
