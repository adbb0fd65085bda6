/** What a refusal says of the batch under which something was to be saved. */
import { batchStanding } from '#contracts/batch-standing.ts'
import { noteStanding } from '../commands/batch-standing.ts'
import type { CommandInput } from '../commands/define.ts'
import type { CallFailure } from './failure.ts'

export function standingIn({ code, data }: Pick<CallFailure, 'code' | 'data'>): readonly CommandInput[] {
  const standing = code === 'batch.notHeld' ? batchStanding.safeParse(data).data : undefined
  return standing === undefined ? [] : [noteStanding(standing)]
}
