/** Long work in the process that serves people: in slices, between which others have their turn and it can be stopped. */
import { breathe } from '../../platform/records/breathe.ts'

/** Told how much of the work is done, between two slices of it and at its end; where it rejects, the work ends there. */
export type Progress = (done: number, total: number) => Promise<void>

/** Of a slice, unless one piece of the work takes longer. */
const sliceMs = 20

/**
 * Does the work for each item, one after another; rejects with what `work` or `progress` rejects with. Work that can take long
 * for one item calls `turn` on its way: whoever waits for progress may take silence for death.
 */
export async function eachInTurn<Item>(
  items: readonly Item[],
  progress: Progress,
  work: (item: Item, turn: () => Promise<void>) => undefined | Promise<void>,
): Promise<void> {
  let began = performance.now()
  let done = 0
  const turn = async (): Promise<void> => {
    if (performance.now() - began <= sliceMs) return
    await breathe()
    await progress(done, items.length)
    began = performance.now()
  }
  for (const item of items) {
    await turn()
    await work(item, turn)
    done++
  }
  await progress(items.length, items.length)
}
