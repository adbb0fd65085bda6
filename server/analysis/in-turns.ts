/** Long work in the process that serves people: in slices, between which others have their turn and it can be stopped. */
import { breathe } from '../records/breathe.ts'

/** Told how much of the work is done, between two slices of it and at its end; where it rejects, the work ends there. */
export type Progress = (done: number, total: number) => Promise<void>

/** Of a slice, unless one piece of the work takes longer. */
const sliceMs = 20

/** Does the work for each item, one after another; rejects with what `work` or `progress` rejects with. */
export async function eachInTurn<Item>(
  items: readonly Item[],
  progress: Progress,
  work: (item: Item) => undefined | Promise<void>,
): Promise<void> {
  let began = performance.now()
  for (const [done, item] of items.entries()) {
    if (performance.now() - began > sliceMs) {
      await breathe()
      await progress(done, items.length)
      began = performance.now()
    }
    await work(item)
  }
  await progress(items.length, items.length)
}
