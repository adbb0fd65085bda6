/** Moves that were asked for and not yet answered; the flow, the moves and the first documents as the server told them. */
import type { ReplyOf } from '#contracts/call.ts'
import type { DocumentRow } from '#contracts/documents.ts'
import type { ChosenDocuments } from '#contracts/filter.ts'
import type { readFlow, StageJob } from '#contracts/stages.ts'
import { type Move, moveBegun, moveRefused, moveRequested } from '../events/catalog/stages.ts'
import { askedKey } from './asked-key.ts'
import { createCache } from './cache.ts'
import { on, projection } from './projection.ts'

export interface StagesState {
  readonly asking: readonly { readonly moveId: string; readonly move: Move }[]
}

const without = ({ asking }: StagesState, moveId: string): StagesState => ({
  asking: asking.filter((one) => one.moveId !== moveId),
})

export const stages = projection<StagesState>({
  name: 'stages',
  version: 1,
  log: 'project',
  initial: { asking: [] },
  handlers: [
    on(moveRequested, ({ asking }, asked) => ({ asking: [...asking, asked] })),
    on(moveBegun, (s, { moveId }) => without(s, moveId)),
    on(moveRefused, (s, { moveId }) => without(s, moveId)),
  ],
})

export const flowKey = 'stages.flow'
export const flows = createCache<ReplyOf<typeof readFlow>>('flows', 1)

export const movesKey = 'stages.moves'
export const moveList = createCache<readonly StageJob[]>('moveList', 1)

export const firstKey = (of: ChosenDocuments): string => `stages.first:${askedKey(of)}`
export const firstDocuments = createCache<readonly DocumentRow[]>('firstDocuments', 10)
