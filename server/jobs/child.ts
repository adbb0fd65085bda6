/**
 * A pool of child processes for what must not be trusted: parsing, rendering, recognising. Long-lived, one a core, started
 * when there is work and ended when there is none.
 *
 * A module of work exports `work(task, tools)` (type `Work`); tasks, parts and results are structured clones. It says by
 * `tools.at(name)` what it is on before it begins it: the name is written at once, so that it is known even when the
 * process dies the next moment, and whoever is silent for too long is killed with all its own children.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import type { Duplex, Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

export interface Tools {
  /** Says what is worked on now; begins the time limit anew. Synchronous. */
  at(name: string): void
  /** Hands over a part of the result; resolves when it has been taken, so that parts never pile up. */
  emit(part: unknown): Promise<void>
}
export type Work = (task: never, tools: Tools) => Promise<unknown>

interface RunOptions {
  /** The longest time between two signs (`at`, `emit`); default one minute. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** Takes the parts; the child waits until it resolves. */
  readonly onPart?: (part: unknown) => Promise<void>
  readonly onAt?: (name: string) => void
}

export interface ChildPool {
  /** Runs `work` of a module in a child; rejects with a ChildFault where the child did not bring it to an end. */
  run<T>(module: URL, task: unknown, options?: RunOptions): Promise<T>
  /** Children that are alive; for the metrics. */
  readonly alive: number
  stop(): Promise<void>
}

/** How a task in a child failed, and what it was on. */
export class ChildFault extends Error {
  readonly reason: 'timedOut' | 'tooMuchMemory' | 'crashed' | 'failed' | 'stopped'
  readonly at: string | null
  /** Name and code of the error that `work` threw. */
  readonly thrown: { readonly name: string; readonly code: string } | null
  constructor(
    reason: ChildFault['reason'],
    message: string,
    at: string | null,
    thrown: ChildFault['thrown'] = null,
  ) {
    super(message)
    this.name = 'ChildFault'
    this.reason = reason
    this.at = at
    this.thrown = thrown
  }
}

export interface PoolOptions {
  readonly size?: number
  /** Resident memory of one child. */
  readonly memoryMb?: number
  /** Folders that children may write to; nothing else, and no other programs. */
  readonly writable?: readonly string[]
  /** An idle child ends after this. */
  readonly idleMs?: number
}

export type ToChild =
  | { readonly kind: 'run'; readonly id: number; readonly module: string; readonly task: unknown }
  | { readonly kind: 'taken'; readonly id: number }
export type FromChild =
  | { readonly kind: 'part'; readonly id: number; readonly part: unknown }
  | { readonly kind: 'done'; readonly id: number; readonly result: unknown; readonly cpuSeconds: number }
  | {
      readonly kind: 'threw'
      readonly id: number
      readonly name: string
      readonly message: string
      readonly code: string
      readonly cpuSeconds: number
    }

interface Waiting {
  readonly id: number
  readonly module: URL
  readonly task: unknown
  readonly options: RunOptions
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

/** Limits that hold even when this process is gone: a child caught in a loop must not outlive its server for long. */
const cpuSecondsLimit = 900
/** A child is replaced after so many tasks: parsers leak. */
const tasksPerChild = 200

/** Makes a pool; no child is started yet. */
export function createPool(options: PoolOptions = {}): ChildPool {
  const size = options.size ?? availableParallelism()
  const queue: Waiting[] = []
  const children = new Set<Child>()
  let last = 0
  let stopped = false

  const dispatch = (): void => {
    while (queue.length > 0) {
      let child = [...children].find((one) => one.idle)
      if (child === undefined) {
        if (children.size >= size) return
        child = new Child(options, dispatch, (ended) => {
          children.delete(ended)
          dispatch()
        })
        children.add(child)
      }
      const next = queue.shift()
      if (next !== undefined) child.take(next)
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

const cache = process.env.NODE_COMPILE_CACHE
const entry = fileURLToPath(new URL('./child-main.ts', import.meta.url))
const prlimit = ['/usr/bin/prlimit', '/bin/prlimit'].find((path) => existsSync(path)) ?? null

class Child {
  readonly #process: ChildProcess
  readonly #memoryMb: number
  readonly #idleMs: number
  readonly #free: () => void
  readonly #exited: Promise<void>
  #task: Waiting | null = null
  #at: string | null = null
  #fault: { reason: ChildFault['reason']; message: string } | null = null
  #silence: NodeJS.Timeout | undefined
  #rest: NodeJS.Timeout | undefined
  #watch: NodeJS.Timeout | undefined
  #tasks = 0
  #ending = false
  #complaint = ''

  constructor(options: PoolOptions, free: () => void, gone: (child: Child) => void) {
    this.#memoryMb = options.memoryMb ?? 1024
    this.#idleMs = options.idleMs ?? 20_000
    this.#free = free
    const node = [
      `--max-old-space-size=${Math.floor(this.#memoryMb * 0.75)}`,
      '--permission',
      '--allow-fs-read=*',
      ...(options.writable ?? []).map((folder) => `--allow-fs-write=${folder}`),
      '--disable-warning=SecurityWarning',
      '--disable-warning=ExperimentalWarning',
    ]
    const limits = ['--core=0', `--cpu=${cpuSecondsLimit}`, '--nofile=1024']
    this.#process = fork(entry, [], {
      // A process group of its own, so that whatever it has started dies with it.
      detached: true,
      serialization: 'advanced',
      // Nothing else of this process's environment: it holds passwords.
      env: cache === undefined ? {} : { NODE_COMPILE_CACHE: cache },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
      ...(prlimit === null
        ? { execArgv: node }
        : { execPath: prlimit, execArgv: [...limits, process.execPath, ...node] }),
    })
    this.#exited = new Promise((resolve) => {
      this.#process.once('close', (code, signal) => {
        this.#ended(code, signal)
        gone(this)
        resolve()
      })
    })
    this.#process.on('error', () => this.kill('crashed', 'The child process could not be started.'))
    this.#process.on('message', (message: FromChild) => {
      // What a document has taken over may say anything: that ends the child, not the server.
      this.#hear(message).catch(() => this.kill('crashed', 'The child process said what nobody understands.'))
    })
    this.#process.stderr?.on('data', (bytes: Buffer) => {
      this.#complaint = (this.#complaint + bytes.toString('utf8')).slice(-2000)
    })
    const journal = this.#process.stdio[4] as Duplex | Readable | null | undefined
    journal?.on('error', () => this.kill('crashed', 'The child process could not be heard.'))
    if (journal != null)
      createInterface({ input: journal as Readable }).on('line', (line) => this.#read(line))
    this.#watch = setInterval(() => this.#weigh(), 200)
    this.#watch.unref()
  }

  get idle(): boolean {
    return this.#task === null && !this.#ending
  }

  take(task: Waiting): void {
    clearTimeout(this.#rest)
    this.#task = task
    this.#at = null
    this.#tasks += 1
    this.#listen()
    task.options.signal?.addEventListener('abort', this.#abort, { once: true })
    this.#send({ kind: 'run', id: task.id, module: task.module.href, task: task.task })
  }

  /** Ends the process and everything that it has started. */
  kill(reason: ChildFault['reason'], message: string): void {
    this.#fault ??= { reason, message }
    this.#ending = true
    const { pid } = this.#process
    if (pid === undefined) return
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      this.#process.kill('SIGKILL')
    }
  }

  async end(reason: ChildFault['reason'], message: string): Promise<void> {
    this.kill(reason, message)
    await this.#exited
  }

  readonly #abort = (): void => this.kill('stopped', 'The work was stopped.')

  #send(message: ToChild): void {
    // A child that died meanwhile is heard of by its exit.
    this.#process.send(message, () => {})
  }

  #listen(): void {
    clearTimeout(this.#silence)
    const ms = this.#task?.options.timeoutMs ?? 60_000
    this.#silence = setTimeout(() => this.kill('timedOut', `Nothing was heard for ${ms} ms.`), ms)
  }

  #read(line: string): void {
    try {
      this.#sign(String(JSON.parse(line)))
    } catch {
      this.kill('crashed', 'The child process said what nobody understands.')
    }
  }

  #sign(name: string): void {
    if (this.#task === null) return
    this.#at = name
    this.#listen()
    this.#task.options.onAt?.(name)
  }

  async #hear(message: FromChild): Promise<void> {
    const task = this.#task
    if (task === null || message.id !== task.id) return
    if (message.kind === 'part') {
      // While the parent is busy with the part, the child's time stands still.
      clearTimeout(this.#silence)
      try {
        await task.options.onPart?.(message.part)
      } catch (error) {
        this.#fault ??= { reason: 'stopped', message: 'A part could not be taken.' }
        task.reject(error instanceof Error ? error : new Error(String(error)))
        this.kill('stopped', 'A part could not be taken.')
        return
      }
      if (this.#task !== task) return
      this.#listen()
      this.#send({ kind: 'taken', id: task.id })
      return
    }
    this.#finish(task)
    if (message.kind === 'done') task.resolve(message.result)
    else
      task.reject(
        new ChildFault('failed', message.message, this.#at, { name: message.name, code: message.code }),
      )
    if (this.#tasks >= tasksPerChild || message.cpuSeconds > cpuSecondsLimit / 3)
      this.kill('stopped', 'The child has worked enough.')
    else {
      this.#rest = setTimeout(() => this.kill('stopped', 'There is no work.'), this.#idleMs)
      this.#rest.unref()
      this.#free()
    }
  }

  #finish(task: Waiting): void {
    clearTimeout(this.#silence)
    task.options.signal?.removeEventListener('abort', this.#abort)
    this.#task = null
  }

  /** Address space says nothing (WebAssembly reserves gigabytes of it), and V8's own limit does not count buffers. */
  #weigh(): void {
    const { pid } = this.#process
    if (pid === undefined || this.#task === null || process.platform !== 'linux') return
    try {
      const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
      if (pages * 4096 > this.#memoryMb * 1024 * 1024)
        this.kill('tooMuchMemory', `More than ${this.#memoryMb} MB of memory were used.`)
    } catch {
      // It has just ended.
    }
  }

  #ended(code: number | null, signal: NodeJS.Signals | null): void {
    this.#ending = true
    clearInterval(this.#watch)
    clearTimeout(this.#rest)
    const task = this.#task
    if (task === null) return
    this.#finish(task)
    const heap = /heap out of memory|Array buffer allocation failed/.test(this.#complaint)
    const fault = this.#fault ?? {
      reason: heap ? ('tooMuchMemory' as const) : ('crashed' as const),
      message: heap ? 'The heap was used up.' : `The process ended (${signal ?? `code ${code}`}).`,
    }
    task.reject(new ChildFault(fault.reason, fault.message, this.#at))
  }
}
