/** Local storage `qaCopilot_<project>`: the chat session of a project. */
import type { KeyValues } from './browser.ts'

const prefix = 'qaCopilot_'

export interface QaCopilotSession {
  readonly get: (projectId: number) => string | null
  readonly set: (projectId: number, session: string) => void
  /** All projects' sessions: they must not stay behind on a shared machine. */
  readonly removeAll: () => void
}

export const createQaCopilotSession = (area: KeyValues): QaCopilotSession => ({
  get: (projectId) => area.getItem(prefix + projectId),
  set: (projectId, session) => area.setItem(prefix + projectId, session),
  removeAll: () => {
    const keys = Array.from({ length: area.length }, (_, index) => area.key(index))
    for (const key of keys) if (key?.startsWith(prefix)) area.removeItem(key)
  },
})
