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

declare module '../services.ts' {
  interface Services {
    /** Child processes for what must not be trusted; they can write to `spool` only. */
    readonly children: ChildPool
    /** The same for work of hours (recognising text), so that nobody waits for it who waits for a page. */
    readonly slowChildren: ChildPool
  }
}

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

/**
 * So long a child is left to work of its own kind, counted from the end of its first task, unless that work lets it rest:
 * kinds of work that come in turns would else have a process started for every task.
 */
const turnMs = 1_000
const restMs = 50

/** Makes a pool; no child is started yet. */
export function createPool(options: PoolOptions = {}): ChildPool {
  const { size = availableParallelism(), memoryMb = 1024, idleMs = 20_000, background = false } = options
  const queue: Waiting[] = []
  const children = new Set<Child>()
  let last = 0
  let stopped = false
  let turn: NodeJS.Timeout | undefined

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

  /** Whoever waited first comes first; only a child that none of those before may use is left to those behind. */
  const dispatch = (): void => {
    clearTimeout(turn)
    let passed = false
    for (const next of [...queue]) {
      const access = accessOf(next)
      let child = [...children].find((one) => one.idle && one.suits(access)) ?? null
      try {
        if (child === null && children.size < size && !passed) child = start(access)
      } catch {
        // The system has no room for another process: that costs this work, and nobody else's.
        queue.splice(queue.indexOf(next), 1)
        next.reject(new ChildFault('crashed', 'The child process could not be started.', null))
        continue
      }
      if (child !== null) {
        queue.splice(queue.indexOf(next), 1)
        child.take(next)
        continue
      }
      if (!passed) makeRoom()
      passed = true
      if (![...children].some(({ idle }) => idle)) return
    }
  }

  /** One that waits for work of another kind is ended, when it has had its turn; its end calls again. */
  const makeRoom = (): void => {
    const all = [...children]
    if (all.some(({ ending }) => ending)) return
    const [first] = all.filter(({ idle }) => idle).toSorted((a, b) => turnOver(a) - turnOver(b))
    if (first === undefined) return
    const left = turnOver(first) - performance.now()
    if (left <= 0) first.kill('stopped', 'Another kind of work waits.')
    else turn = setTimeout(dispatch, Math.ceil(left))
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
        const leave = (): void => {
          const place = queue.indexOf(waiting)
          if (place < 0) return
          queue.splice(place, 1)
          waiting.reject(new ChildFault('stopped', 'The work was stopped.', null))
        }
        // A job has one signal for all of its tasks: what listens to it would keep each of them until the job ends.
        const settled = (): void => signal?.removeEventListener('abort', leave)
        const waiting: Waiting = {
          id: ++last,
          module,
          task,
          options: runOptions,
          resolve: (value) => {
            settled()
            // What a module answers is a matter between it and its caller.
            resolve(value as T)
          },
          reject: (error) => {
            settled()
            reject(error)
          },
        }
        queue.push(waiting)
        signal?.addEventListener('abort', leave, { once: true })
        dispatch()
      }),
    stop: async () => {
      stopped = true
      clearTimeout(turn)
      for (const waiting of queue.splice(0))
        waiting.reject(new ChildFault('stopped', 'The work was stopped.', null))
      await Promise.all([...children].map((child) => child.end('stopped', 'The work was stopped.')))
    },
  }
}

/** When work of another kind may take a child's place (ms, of performance.now). */
const turnOver = ({ worked }: Child): number => Math.min(worked.from + turnMs, worked.to + restMs)

/** What a task asks for, and the module that does it. */
const accessOf = ({ module, options }: Waiting): Access => ({
  read: [fileURLToPath(module), ...(options.access?.read ?? [])],
  write: options.access?.write ?? [],
})
