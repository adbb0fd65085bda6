/** What support will ask for: of the account, the browser and the last errors. No document text. */
import { useUnit } from 'effector-react'
import { logState } from '#src/stores/logState.ts'
import { $network } from '#src/stores/network.ts'
import { toasts } from '#src/stores/toasts.ts'
import { roleWords } from '../people/roles.ts'
import { useWho } from '../session/who.ts'

export type Facts = readonly (readonly [name: string, value: string])[]

export function useSupportFacts(): Facts {
  const who = useWho()
  const [{ online, waiting }, { mode }, { notifications }] = useUnit([
    $network,
    logState.$state,
    toasts.$state,
  ])
  const faults = notifications.filter(({ kind }) => kind === 'error').slice(0, 5)
  return [
    ['Account', `${who.email} (${who.userId ?? ''})`],
    ['Role', roleWords(who.roleName ?? '')],
    ['Project', who.projectId === null ? 'none' : `${who.projectName} (${who.projectId})`],
    ['Version', who.version],
    ['Browser', navigator.userAgent],
    ['Window', `${innerWidth} × ${innerHeight}, ${devicePixelRatio}×`],
    ['Network', online ? 'online' : 'offline'],
    ['Unsent changes', String(waiting)],
    ['Log', mode === 'shared' ? 'kept in the browser' : 'in this tab only'],
    [
      'Last errors',
      faults.length === 0 ? 'none' : faults.map(({ at, message }) => `${at} ${message}`).join('; '),
    ],
  ]
}

export const textOf = (facts: Facts): string => facts.map(([name, value]) => `${name}: ${value}`).join('\n')
