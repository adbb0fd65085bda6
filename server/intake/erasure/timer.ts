/** Looks once a minute whether the deletion of a project is due. */
import type { Services } from '../../platform/services.ts'
import { eraseDue } from './erase.ts'

const everyMs = 60_000
/** After the start, so that what a crash has interrupted goes on soon. */
const firstMs = 5_000

export function startErasing(services: Parameters<typeof eraseDue>[0] & Pick<Services, 'log'>): {
  stop(): Promise<void>
} {
  let running: Promise<void> = Promise.resolve()
  let busy = false
  const look = (): void => {
    if (busy) return
    busy = true
    running = eraseDue(services)
      .catch((error: unknown) => services.log.error({ err: error }, 'a project could not be deleted'))
      .finally(() => {
        busy = false
      })
  }
  const first = setTimeout(look, firstMs)
  const timer = setInterval(look, everyMs)
  first.unref()
  timer.unref()
  return {
    stop: async () => {
      clearTimeout(first)
      clearInterval(timer)
      await running
    },
  }
}
