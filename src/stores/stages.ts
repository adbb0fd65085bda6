/** Moves that were asked for and not yet answered. */
import { type Move, moveBegun, moveRefused, moveRequested } from '../events/catalog/stages.ts'
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
