/** A figure is of what it names: it is not taken while something that ran before it still keeps the machine busy. */
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** So many quiet seconds in a row are rest. */
const wanted = 5
/** On a machine that never rests it is measured all the same. */
const longest = 60
/** The part of all processors that may be busy with other things. */
const quiet = 0.1

export async function rest(): Promise<void> {
  let before = worked()
  let inRow = 0
  for (let second = 0; second < longest && inRow < wanted; second++) {
    await sleep(1_000)
    const now = worked()
    inRow = (now.busy - before.busy) / (now.all - before.all) < quiet ? inRow + 1 : 0
    before = now
  }
}

function worked(): { readonly busy: number; readonly all: number } {
  let idle = 0
  let all = 0
  for (const { times } of cpus()) {
    idle += times.idle
    all += Object.values(times).reduce((sum, time) => sum + time, 0)
  }
  return { busy: all - idle, all }
}
