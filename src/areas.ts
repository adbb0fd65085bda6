/** What the program consists of: every area's commands, events, projections and effects, and whose logs are open when. */
import type { Areas } from './app.ts'
import { core } from './areas/core.ts'
import { lazy } from './areas/lazy.ts'
import { choiceOf, mayIn } from './stores/selection.ts'
import { openAccount } from './stores/session.ts'

export const areas: Areas = {
  ...core,
  lazy,
  who: ({ session, selection }, tabId) => ({
    userId: session.userId,
    role: session.roleName ?? '',
    projectId: choiceOf(selection, tabId).projectId,
    // Until the role is known nothing is shown as possible; the server decides in any case.
    can: (capability) => mayIn(selection, session, tabId, capability),
  }),
  place: ({ session, selection }, tabId) => {
    const userId = openAccount(session)
    return {
      userId,
      projectId: userId === null ? null : choiceOf(selection, tabId).projectId,
    }
  },
}
