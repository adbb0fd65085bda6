/** Where a figure leads: to the documents that it counts, or to a page that lists what it counts. */
import { useUnit } from 'effector-react'
import type { Capability } from '#contracts/permission.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { searchAll } from '#src/commands/review-list.ts'
import { useWho } from '../session/who.ts'
import type { Lead } from '../ui/lead.tsx'

export interface Leads {
  /**
   * To the documents that this finds (or, once somebody goes there, what it comes to), among all: nothing of an earlier
   * search narrows them, and no family is added, for the list has as many as were counted. Undefined: one may not search.
   */
  readonly documents: (
    query: string | (() => Promise<string>),
    narrowed?: Parameters<typeof searchAll>[1],
  ) => Lead | undefined
  /** To a page, where one may see that. */
  readonly page: (to: string, needs: Capability) => Lead | undefined
}

export function useLeads(): Leads {
  const run = useUnit(dispatch)
  const { can } = useWho()
  return {
    documents: (query, narrowed) =>
      can('document.search')
        ? {
            to: '/overview/review',
            onGo: () => {
              const go = (queryString: string) => void run(searchAll(queryString, narrowed))
              return typeof query === 'string' ? go(query) : query().then(go)
            },
          }
        : undefined,
    page: (to, needs) => (can(needs) ? { to } : undefined),
  }
}
