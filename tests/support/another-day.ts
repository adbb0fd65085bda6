/** The same person the next day: a browser that knows nothing but what the record says. */
import { fetchHistory } from '#src/commands/audit.ts'
import type { RecordedView } from '#src/stores/recorded.ts'
import { type Desk, deskAreas, documentId } from './desk.ts'
import { createBrowser, type Tab } from './tabs.ts'

export interface AnotherDay {
  /** A new tab with the document open and its history fetched. */
  readonly begin: () => Promise<Tab>
  readonly close: () => Promise<void>
}

/** `receive`: what the project's own answers bring into the tab before the document is opened. */
export function anotherDay(desk: Desk, receive: Parameters<Tab['dispatch']>[0]): AnotherDay {
  const browser = createBrowser(deskAreas)
  return {
    begin: async () => {
      const tab = await browser.openTab({ http: () => desk.record.http })
      await tab.openAccount(7)
      await tab.openProject(1)
      await tab.dispatch(receive)
      await desk.open(tab)
      await lookBack(desk, tab)
      return tab
    },
    close: () => browser.close(),
  }
}

/** Fetches the history of the document. */
export async function lookBack(desk: Desk, tab: Tab = desk.tab): Promise<void> {
  await tab.dispatch(fetchHistory({ documentId }))
  await desk.quiet(tab)
}

/** Each step in a line: what it changed, and whether it was undone. */
export const stepsSaid = (steps: readonly RecordedView[]): string[] =>
  steps.map(({ differences, undoneAt }) => {
    const words = differences.map(({ name, before, after }) => `${name}: ${before} → ${after}`).join('; ')
    return `${words}${undoneAt === null ? '' : ', undone'}`
  })
