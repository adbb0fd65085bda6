/** What the server does by the clock: it deletes projects whose deletion is due, and measures what each project holds. */
import type { Services } from '../platform/services.ts'
import { measureProjects } from './client-report/measure.ts'
import { eraseDue } from './erasure/erase.ts'

/** Ms between two looks. */
const erasingEvery = 60_000
const measuringEvery = 3_600_000
/** After the start, so that what a crash has interrupted goes on soon. */
const firstMs = 5_000

/** Something that is done again and again. */
export interface Timed {
  readonly everyMs: number
  readonly work: () => Promise<void>
  /** What the log says where it fails. */
  readonly fault: string
}

/** `others`: of areas above this one. */
export function startTimers(
  services: Parameters<typeof eraseDue>[0] & Pick<Services, 'log'>,
  others: readonly Timed[],
): {
  stop(): Promise<void>
} {
  const timers = [
    ...others.map(({ everyMs, work, fault }) => repeated(everyMs, work, fault)),
    repeated(erasingEvery, () => eraseDue(services), 'the deletions that are due could not be looked up'),
    repeated(measuringEvery, () => measureProjects(services), 'the projects could not be measured'),
  ]
  function repeated(everyMs: number, work: () => Promise<void>, fault: string) {
    let running: Promise<void> | null = null
    const look = (): void => {
      running ??= work()
        .catch((error: unknown) => services.log.error({ err: error }, fault))
        .finally(() => {
          running = null
        })
    }
    const first = setTimeout(look, firstMs)
    const timer = setInterval(look, everyMs)
    first.unref()
    timer.unref()
    return async () => {
      clearTimeout(first)
      clearInterval(timer)
      await running
    }
  }
  return {
    stop: async () => {
      for (const stop of timers) await stop()
    },
  }
}
