/**
 * One child process of a pool: started confined (confinement.ts), watched from outside, killed with all that it has
 * started.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { program } from '../program/bundled.ts'
import { type Access, confined, cpuSecondsLimit } from './confinement.ts'
import type { FromChild, ToChild } from './protocol.ts'
import { hearLines, hearMessages, journalPipe, messagePipe, tell } from './wire.ts'

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

export interface RunOptions {
  /** What the work may touch on the disk; nothing of it, where nothing is given. */
  readonly access?: Access
  /** The longest time between two signs (`at`, `emit`); default one minute. */
  readonly timeoutMs?: number
  /**
   * What that time is of: `processor` time does not depend on what else the machine does, and a child that only waits is given
   * `patience` times as long. Where the system does not tell it, it is the clock's.
   */
  readonly timeOf?: 'clock' | 'processor'
  readonly signal?: AbortSignal
  /** Takes the parts; the child waits until it resolves. */
  readonly onPart?: (part: unknown) => Promise<void>
  readonly onAt?: (name: string) => void
}

/** A task that waits for a child, or is in one. */
export interface Waiting {
  readonly id: number
  readonly module: URL
  readonly task: unknown
  readonly options: RunOptions
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

export interface ChildOptions {
  readonly access: Access
  readonly memoryMb: number
  readonly idleMs: number
  readonly background: boolean
  /** It has nothing to do. */
  readonly onFree: () => void
  readonly onGone: (child: Child) => void
}

/** A child whose time is the processor's may wait for its turn so many times as long. */
const patience = 10

/** The longest name of what a child is on: paths of names in containers. */
const longestName = 1024 * 1024

/** A child is replaced after so many tasks: parsers leak. */
const tasksPerChild = 200

const entry = new URL('./child-main.ts', import.meta.url)

export class Child {
  readonly #process: ChildProcess
  readonly #messages: Duplex
  readonly #options: ChildOptions
  /** What it runs, from its start to its end. */
  readonly #program = program()
  readonly #exited: Promise<void>
  #task: Waiting | null = null
  #at: string | null = null
  #fault: { reason: ChildFault['reason']; message: string } | null = null
  #silence: NodeJS.Timeout | undefined
  #rest: NodeJS.Timeout | undefined
  #watch: NodeJS.Timeout | undefined
  #tasks = 0
  #ending = false
  #taking = false
  #complaint = ''
  #workedAt: number | null = null
  #freeAt = 0

  constructor(options: ChildOptions) {
    this.#options = options
    const { folder } = this.#program
    const { read, write } = options.access
    const access = { read: folder === null ? read : [...read, folder], write }
    const { execPath, execArgv } = confined(access, options.memoryMb)
    this.#process = spawn(execPath, [...execArgv, fileURLToPath(this.#program.module(entry))], {
      // A process group of its own, so that whatever it has started dies with it.
      detached: true,
      // Nothing of this process's environment: it holds passwords.
      env: {},
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    })
    if (options.background) this.#giveWay()
    this.#exited = new Promise((resolve) => {
      this.#process.once('close', (code, signal) => {
        this.#ended(code, signal)
        options.onGone(this)
        resolve()
      })
    })
    this.#process.on('error', () => this.kill('crashed', 'The child process could not be started.'))
    // What a document has taken over may say anything, and never come to an end of it: that ends the child, not the server.
    const fault = (why = ''): void =>
      this.kill('crashed', `The child process said what nobody understands. ${why}`.trim())
    this.#messages = this.#pipe(messagePipe)
    // A child holds what it sends twice, as it is and as bytes: nothing longer can come from one within its limit.
    const longest = (options.memoryMb * 1024 * 1024) / 2
    hearMessages<FromChild>(
      this.#messages,
      longest,
      (message) => {
        this.#hear(message).catch(() => fault())
      },
      fault,
    )
    hearLines(this.#pipe(journalPipe), longestName, (line) => this.#read(line), fault)
    this.#process.stderr?.on('data', (bytes: Buffer) => {
      this.#complaint = (this.#complaint + bytes.toString('utf8')).slice(-2000)
    })
    this.#watch = setInterval(() => this.#weigh(), 200)
    this.#watch.unref()
  }

  get idle(): boolean {
    return this.#task === null && !this.#ending
  }

  /** When its first task came to an end, and its last one (ms, of performance.now). */
  get worked(): { readonly from: number; readonly to: number } {
    return { from: this.#workedAt ?? this.#freeAt, to: this.#freeAt }
  }

  get ending(): boolean {
    return this.#ending
  }

  /** Whether it may touch what such work needs, and no more than that. */
  suits(access: Access): boolean {
    return sameAccess(this.#options.access, access)
  }

  take(task: Waiting): void {
    clearTimeout(this.#rest)
    this.#task = task
    this.#at = null
    this.#tasks += 1
    this.#listen()
    task.options.signal?.addEventListener('abort', this.#abort, { once: true })
    this.#send({ kind: 'run', id: task.id, module: this.#program.module(task.module).href, task: task.task })
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

  #giveWay(): void {
    try {
      if (this.#process.pid !== undefined) setPriority(this.#process.pid, constants.priority.PRIORITY_LOW)
    } catch {
      // Not every system lets it; the work is the same.
    }
  }

  #pipe(number: number): Duplex {
    const pipe = this.#process.stdio[number]
    if (!(pipe instanceof Duplex)) throw new Error('A child process has no pipes.')
    // A child that died meanwhile is heard of by its exit.
    return pipe.on('error', () => {})
  }

  #send(message: ToChild): void {
    tell(this.#messages, message)
  }

  #listen(): void {
    clearTimeout(this.#silence)
    const { timeoutMs: ms = 60_000, timeOf = 'clock' } = this.#task?.options ?? {}
    const spent = timeOf === 'processor' ? this.#processorMs() : null
    const since = performance.now()
    const silent = (): void => {
      const now = spent === null ? null : this.#processorMs()
      const left = spent === null || now === null ? 0 : ms - (now - spent)
      if (left > 0 && performance.now() - since < ms * patience) this.#silence = setTimeout(silent, left)
      else this.kill('timedOut', `Nothing was heard for ${ms} ms.`)
    }
    this.#silence = setTimeout(silent, ms)
  }

  /** What the process has had of the processors; null where the system does not tell it. */
  #processorMs(): number | null {
    const { pid } = this.#process
    if (pid === undefined || process.platform !== 'linux') return null
    try {
      // Behind the name, which may hold anything: the times in user and system mode, in hundredths of a second.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      return (Number(fields[11]) + Number(fields[12])) * 10
    } catch {
      // It has just ended.
      return null
    }
  }

  /** What it is on, as it says it. */
  #read(line: string): void {
    const name = String(JSON.parse(line))
    if (this.#task === null) return
    this.#at = name
    if (!this.#taking) this.#listen()
    this.#task.options.onAt?.(name)
  }

  async #hear(message: FromChild): Promise<void> {
    // Why it was ended is known; that its pipes broke under it then is not news.
    if (this.#ending) return
    const task = this.#task
    if (task === null || message.id !== task.id) return
    if (message.kind === 'part') {
      // The next one comes only when this one has been taken; else they would pile up here.
      if (this.#taking) return this.kill('crashed', 'The child process did not wait.')
      this.#taking = true
      // While the parent is busy with the part, the child's time stands still.
      clearTimeout(this.#silence)
      try {
        await task.options.onPart?.(message.part)
      } catch (error) {
        this.#fault ??= { reason: 'stopped', message: 'A part could not be taken.' }
        task.reject(error instanceof Error ? error : new Error(String(error)))
        this.kill('stopped', 'A part could not be taken.')
        return
      } finally {
        this.#taking = false
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
      this.#rest = setTimeout(() => this.kill('stopped', 'There is no work.'), this.#options.idleMs)
      this.#rest.unref()
      this.#options.onFree()
    }
  }

  #finish(task: Waiting): void {
    clearTimeout(this.#silence)
    task.options.signal?.removeEventListener('abort', this.#abort)
    this.#task = null
    this.#freeAt = performance.now()
    this.#workedAt ??= this.#freeAt
  }

  /** Address space says nothing (WebAssembly reserves gigabytes of it), and V8's own limit does not count buffers. */
  #weigh(): void {
    const { pid } = this.#process
    if (pid === undefined || this.#task === null || process.platform !== 'linux') return
    try {
      const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
      if (pages * 4096 > this.#options.memoryMb * 1024 * 1024)
        this.kill('tooMuchMemory', `More than ${this.#options.memoryMb} MB of memory were used.`)
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

const sameAccess = (a: Access, b: Access): boolean =>
  JSON.stringify([a.read, a.write]) === JSON.stringify([b.read, b.write])
