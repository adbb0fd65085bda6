/** Settings that are being changed: what would be sent of them, and what is wrong with it. */
import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import { type PrivilegeLogSettings, privilegeLogSettings } from '#contracts/privilege-log.ts'
import { logSettingsDraft } from '#src/stores/privilege-log.ts'
import { useCached } from '../ui/answer.ts'

const key = 'settings'

/** Lines without those that are empty or stand there twice. */
const tidy = (lines: readonly string[]): string[] => {
  const known = new Set<string>()
  return lines.flatMap((line) => {
    const text = line.trim()
    const low = text.toLowerCase()
    if (text === '' || known.has(low)) return []
    known.add(low)
    return [text]
  })
}

/** As it is sent: what is typed line by line has empty lines while one types. */
export const tidied = (settings: PrivilegeLogSettings): PrivilegeLogSettings => ({
  ...settings,
  withheld: {
    ...settings.withheld,
    query: (settings.withheld.query ?? '').trim() === '' ? null : settings.withheld.query,
  },
  redacted: { labels: tidy(settings.redacted.labels), reasons: tidy(settings.redacted.reasons) },
  columns: settings.columns.map(({ source, heading }) => ({ source, heading: heading.trim() })),
  lawyers: tidy(settings.lawyers),
  bases: tidy(settings.bases),
  phrases: tidy(settings.phrases),
})

const sentences: readonly (readonly [path: RegExp, sentence: string])[] = [
  [/^columns\.\d+\.heading$/, 'Write the heading of the column.'],
  [/^columns$/, 'The log needs at least one column, and has at most 60.'],
  [/^lawyers/, 'A lawyer is a name, an address, or a domain as @firm.example, of at most 320 characters.'],
  [/^people/, 'A name has at most 200 characters, on one line.'],
  [/^(bases|phrases)/, 'A phrase has at most 2,000 characters; 50 bases and 200 phrases are kept.'],
  [/^redacted\.labels/, 'A label has at most 40 characters.'],
  [/^redacted\.reasons/, 'A reason has at most 200 characters.'],
]

/** By the path of what is wrong. */
export function faultsOf(settings: PrivilegeLogSettings): ReadonlyMap<string, string> {
  const faults = new Map<string, string>()
  for (const { path } of privilegeLogSettings.safeParse(tidied(settings)).error?.issues ?? []) {
    const where = path.join('.')
    faults.set(where, sentences.find(([one]) => one.test(where))?.[1] ?? 'This cannot be saved as it is.')
  }
  return faults
}

export interface SettingsDraft {
  readonly version: number
  readonly settings: PrivilegeLogSettings
  readonly isChanged: boolean
  readonly change: (part: Partial<PrivilegeLogSettings>) => void
  /** Back to what is on the record. */
  readonly discard: () => void
  /** What is changed here rests on the version that is on the record now. */
  readonly rebase: () => void
}

export function useSettingsDraft(version: number, recorded: PrivilegeLogSettings): SettingsDraft {
  const { put, drop } = useUnit({ put: logSettingsDraft.put, drop: logSettingsDraft.drop })
  const held = useCached(logSettingsDraft, key)
  const now = held ?? { version, settings: recorded }
  const isChanged = held !== null && JSON.stringify(tidied(held.settings)) !== JSON.stringify(recorded)
  const isSaved = held !== null && held.version < version && !isChanged
  // It is on the record as it stands here: nothing is left to save.
  useEffect(() => {
    if (isSaved) drop(key)
  }, [isSaved, drop])
  // It stays while one goes elsewhere in the program, but not when the window is closed.
  useEffect(() => {
    if (!isChanged) return
    const ask = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isChanged])
  return {
    ...now,
    isChanged,
    change: (part) => put({ key, value: { ...now, settings: { ...now.settings, ...part } } }),
    discard: () => drop(key),
    rebase: () => put({ key, value: { ...now, version } }),
  }
}
