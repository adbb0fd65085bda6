/** The timeline's door: the logs as they are, and what is fetched only when somebody looks. */
import { scopeBind } from 'effector'
import { timelineGiven } from '../stores/timeline.ts'
import type { Workspace } from './core.ts'
import type { ToolsPorts } from './past/tools.ts'

export function openTimeline(
  { app, http }: Pick<Workspace, 'app' | 'http'>,
  ports: Pick<ToolsPorts, 'who' | 'newId' | 'origin' | 'onFault'>,
): void {
  scopeBind(timelineGiven, { scope: app.scope })({
    live: {
      log: app.log,
      follow: (listener) => app.onCommitted((envelopes) => listener(envelopes)),
      imported: null,
    },
    tools: async () => (await import('./past/tools.ts')).createTools({ ...ports, app, http }),
    timing: app.timing,
  })
}
