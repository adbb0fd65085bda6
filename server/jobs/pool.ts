/**
 * A pool of child processes for what must not be trusted: parsing, rendering, recognising. Long-lived, one a core, started
 * when there is work and ended when there is none. What a child may touch is fixed when it is started, so it takes only
 * tasks that need the same.
 *
 * A module of work exports `work(task, tools)` (type `Work`); tasks, parts and results are structured clones. It says by
 * `tools.at(name)` what it is on before it begins it: the name is written at once, so that it is known even when the
 * process dies the next moment, and whoever is silent for too long is killed with all its own children.
 */
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Child, ChildFault, type RunOptions, type Waiting } from './child.ts'
import type { Access } from './confinement.ts'

export interface ChildPool {
  /** Runs `work` of a module in a child; rejects with a ChildFault where the child did not bring it to an end. */
  run<T>(module: URL, task: unknown, options?: RunOptions): Promise<T>
  /** Children that are alive; for the metrics. */
  readonly alive: number
  stop(): Promise<void>
}

interface PoolOptions {
  readonly size?: number
  /** Resident memory of one child. */
  readonly memoryMb?: number
  /** An idle child ends after this. */
  readonly idleMs?: number
  /** The children give way to everything else on the machine. */
  readonly background?: boolean
}

/** Makes a pool; no child is started yet. */
export function createPool(options: PoolOptions = {}): ChildPool {
  const { size = availableParallelism(), memoryMb = 1024, idleMs = 20_000, background = false } = options
  const queue: Waiting[] = []
  const children = new Set<Child>()
  let last = 0
  let stopped = false

  const start = (access: Access): Child => {
    const child = new Child({
      access,
      memoryMb,
      idleMs,
      background,
      onFree: dispatch,
      onGone: (ended) => {
        children.delete(ended)
        dispatch()
      },
    })
    children.add(child)
    return child
  }

  /** A child for such work: an idle one, a new one; null while there is none, until one is free or gone. */
  const childFor = (access: Access): Child | null => {
    const idle = [...children].filter((child) => child.idle)
    const fitting = idle.find((child) => child.suits(access))
    if (fitting !== undefined) return fitting
    if (children.size < size) return start(access)
    // One that waits for work of another kind makes room; its end calls again.
    if (![...children].some((child) => child.ending)) idle[0]?.kill('stopped', 'Another kind of work waits.')
    return null
  }

  const dispatch = (): void => {
    for (let next = queue[0]; next !== undefined; next = queue[0]) {
      let child: Child | null
      try {
        child = childFor(accessOf(next))
      } catch {
        // The system has no room for another process: that costs this work, and nobody else's.
        queue.shift()
        next.reject(new ChildFault('crashed', 'The child process could not be started.', null))
        continue
      }
      if (child === null) return
      queue.shift()
      child.take(next)
    }
  }

  return {
    get alive() {
      return children.size
    },
    run: <T>(module: URL, task: unknown, runOptions: RunOptions = {}) =>
      new Promise<T>((resolve, reject) => {
        const { signal } = runOptions
        if (stopped || signal?.aborted === true)
          return reject(new ChildFault('stopped', 'The work was stopped.', null))
        const waiting: Waiting = {
          id: ++last,
          module,
          task,
          options: runOptions,
          // What a module answers is a matter between it and its caller.
          resolve: (value) => resolve(value as T),
          reject,
        }
        queue.push(waiting)
        signal?.addEventListener(
          'abort',
          () => {
            const place = queue.indexOf(waiting)
            if (place < 0) return
            queue.splice(place, 1)
            reject(new ChildFault('stopped', 'The work was stopped.', null))
          },
          { once: true },
        )
        dispatch()
      }),
    stop: async () => {
      stopped = true
      for (const waiting of queue.splice(0))
        waiting.reject(new ChildFault('stopped', 'The work was stopped.', null))
      await Promise.all([...children].map((child) => child.end('stopped', 'The work was stopped.')))
    },
  }
}

/** What a task asks for, and the module that does it. */
const accessOf = ({ module, options }: Waiting): Access => ({
  read: [fileURLToPath(module), ...(options.access?.read ?? [])],
  write: options.access?.write ?? [],
})
