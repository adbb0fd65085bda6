/** Where a figure leads: to the documents that it counts, or to a page that lists what it counts. */
import { useUnit } from 'effector-react'
import { nanoid } from 'nanoid'
import type { Capability } from '#contracts/permission.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { searchAll, searchAllElsewhere } from '#src/commands/review-list.ts'
import { listKey } from '../review/list-key.ts'
import { useWho } from '../session/who.ts'
import type { Lead } from '../ui/lead.tsx'

export interface Leads {
  /**
   * To the documents that this finds (or, once somebody goes there, what it comes to), among all: nothing of an earlier
   * search narrows them, and no family is added, for the list has as many as were counted. Undefined: one may not search.
   */
  readonly documents: (query: Query, narrowed?: Parameters<typeof searchAll>[1]) => Lead | undefined
  /** To a page, where one may see that. */
  readonly page: (to: string, needs: Capability) => Lead | undefined
}

type Query = string | (() => Promise<string>)

function found(query: Query, go: (queryString: string) => unknown): unknown {
  return typeof query === 'string' ? void go(query) : query().then((text) => void go(text))
}

/** The address has a key alone: what was searched for stands in no address. */
function elsewhere(tell: (key: string) => unknown): NonNullable<Lead['elsewhere']> {
  const key = nanoid()
  return { to: `/overview/review?${listKey}=${key}`, onGo: () => tell(key) }
}

export function useLeads(): Leads {
  const run = useUnit(dispatch)
  const { can } = useWho()
  return {
    documents: (query, narrowed) =>
      can('document.search')
        ? {
            to: '/overview/review',
            onGo: () => found(query, (queryString) => run(searchAll(queryString, narrowed))),
            elsewhere: elsewhere((key) =>
              found(query, (queryString) => run(searchAllElsewhere(key, queryString, narrowed))),
            ),
          }
        : undefined,
    page: (to, needs) => (can(needs) ? { to } : undefined),
  }
}
