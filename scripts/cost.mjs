/** What a run of the tests costs: processor time, and which files took longest. */
import { readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second, whatever the machine. */
const ticks = 100

/**
 * Seconds of processor time of this process and of its children that have ended, as Linux counts them; null elsewhere.
 * What ends after its parent (PostgreSQL, some of a browser's processes) is not in it: the budget is measured alike.
 */
export function processorSeconds() {
  if (process.platform !== 'linux') return null
  return secondsIn(readFileSync('/proc/self/stat', 'utf8'))
}

/** The fields behind the name, which may hold anything: utime, stime, cutime and cstime are the 14th to the 17th. */
export const secondsIn = (stat) =>
  stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .reduce((sum, field) => sum + Number(field), 0) / ticks

/** What to say of a run, and whether it took more than its budget and a third: noticed before the tests take an hour. */
export function judged(seconds, budget) {
  if (seconds === null) return { over: false, line: 'Processor time: measured on Linux alone.' }
  const over = seconds > (budget * 4) / 3
  return {
    over,
    line: `Processor time: ${Math.round(seconds)} s of a budget of ${budget} s${over ? ', and of the third above it' : ''}.`,
  }
}

/** A table of the slowest files, the slowest first. */
export const slowest = (files, most) =>
  [...files]
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, most)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}`)
