/**
 * A look at the past: another scope with the states as they stood, folded off the graph from the nearest snapshot. The
 * live stores are never rewound. No bus is wired to it: what is clicked there is neither recorded nor sent.
 */
import { fork, type Scope, scopeBind } from 'effector'
import type { EventCatalog } from '../events/catalog/catalog.ts'
import { createAdmission } from '../events/log/upcast.ts'
import type { RootState } from '../stores/root.ts'
import { createRuntime, type ProjectionTable, type Runtime } from '../stores/runtime.ts'
import { $tabId, tabNamed } from '../stores/tab.ts'
import { load } from './hold.ts'
import type { Places } from './places.ts'

export interface Past {
  readonly scope: Scope
  readonly state: () => RootState
  /** The last seq that it holds. */
  readonly seq: number
}

export async function lookBack(ports: {
  readonly kind: 'account' | 'project'
  readonly seq: number
  readonly table: ProjectionTable
  readonly catalog: EventCatalog
  readonly runtime: Runtime<RootState>
  readonly places: Places
}): Promise<Past> {
  const { kind, runtime, table } = ports
  const log = ports.places.hold(kind)?.log
  if (!log) throw new Error(`The log of the ${kind} is not open`)
  const admission = createAdmission(ports.catalog)
  const admit = (envelopes: Parameters<typeof admission.admit>[0]) => admission.admit(envelopes).envelopes
  const loaded = await load(log, kind, runtime.routes, admit, () => undefined, ports.seq)
  const scope = fork()
  const past = createRuntime<RootState>(scope, table)
  for (const other of ['device', 'account', 'project'] as const) {
    past.restore(other, other === kind ? loaded.states : runtime.states(other))
  }
  scopeBind(tabNamed, { scope, safe: true })(runtime.scope.getState($tabId))
  return { scope, state: past.root, seq: loaded.seq }
}
