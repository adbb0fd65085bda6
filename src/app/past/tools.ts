/** What the timeline needs besides the logs themselves: looking back, taking a session along, opening another's. */
import type { Http } from '../../effects/http.ts'
import type { LogKind } from '../../events/envelope.ts'
import type { EventLog } from '../../events/log/log.ts'
import type { LogSource, TimelineTools } from '../../stores/timeline.ts'
import type { App, Areas } from '../ports.ts'
import { openPast } from './past.ts'
import { linesOf, readSession } from './session-file.ts'
import { createTraveller, type Traveller } from './traveller.ts'

export interface ToolsPorts {
  readonly app: App
  readonly who: Areas['who']
  readonly http: Http
  readonly newId: () => string
  readonly origin: string
  readonly onFault: (fault: unknown) => void
}

/** What looks at a whole log needs all areas: they are loaded first. */
export async function createTools(ports: ToolsPorts): Promise<TimelineTools> {
  await ports.app.areas.loadAll()
  const { app } = ports
  const { catalog } = app.areas
  const travellers = new WeakMap<EventLog, Traveller>()
  const travellerOf = (source: LogSource, kind: LogKind): Traveller | null => {
    const log = source.log(kind)
    if (log === null) return null
    const known = travellers.get(log)
    if (known) return known
    const made = createTraveller({ log, kind, routes: app.runtime.routes, catalog })
    travellers.set(log, made)
    return made
  }
  return {
    around: async (source, { log, first, last }, watch) => {
      const traveller = travellerOf(source, log)
      if (!traveller) throw new Error(`The log of the ${log} is not open`)
      const before = await traveller.at(first - 1, watch)
      const after = await traveller.at(last, watch)
      return { before: before.states, after: after.states }
    },
    lookBack: async (source, to, watch) => {
      const past = openPast({ ...ports, source, traveller: (kind) => travellerOf(source, kind) })
      return { past, standing: await past.go(to, watch) }
    },
    read: (file, name, progress) => readSession(linesOf(file, progress), name, catalog),
  }
}
