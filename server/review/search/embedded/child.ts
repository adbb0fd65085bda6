/**
 * A child process that answers one request at a time. It can be killed in the middle of a query, which a thread that is
 * inside SQLite cannot be; it never opens the record, and ends with its parent.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { codeOf } from '../../../platform/error-code.ts'
import { program } from '../../../platform/program/bundled.ts'
import { type Step, StopMark, stepsOf } from './stop-mark.ts'

interface Asked {
  /** Which request of this process it is. */
  readonly number: number
  readonly request: unknown
}

export type Reply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly name: string; readonly code: string; readonly message: string }

/** What a child sends: that it can be asked, how far a request is, what came of it. */
type Said =
  | { readonly said: 'ready' }
  | { readonly said: 'progress'; readonly progress: Progress }
  | { readonly said: 'reply'; readonly reply: Reply }

/** How far a long piece of work is. */
export interface Progress {
  readonly done: number
  readonly total: number
}

/** What a child answered with instead of a value, or how it ended. */
export class ChildError extends Error {
  /** `timeout` and `exit`, or the name of the error that was thrown in the child. */
  readonly reason: string
  /** What the database calls it; of a process that was killed, the signal. */
  readonly code: string
  constructor(reason: string, message: string, code = '') {
    super(message)
    this.name = 'ChildError'
    this.reason = reason
    this.code = code
  }
}

/** Whether an index file is of no use any more: made by another version, or damaged. */
export const isUnusable = (error: unknown): boolean =>
  error instanceof ChildError &&
  (error.reason === 'OldIndex' || error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB')

/** Whether the disk or the file made trouble, and not what was asked. */
export const isTrouble = (error: unknown): boolean =>
  !(error instanceof ChildError) || error.code.startsWith('SQLITE') || /^E[A-Z]+$/.test(error.code)

export interface ChildOptions {
  readonly entry: URL
  /** An idle child ends after this long. */
  readonly idleMs: number
  readonly memoryMb: number
}

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: ChildError) => void
  readonly heard: (progress: Progress) => void
  readonly deadlineMs: number
  timer: NodeJS.Timeout
}

/** A process that cannot be asked by then never will be. */
const startMs = 60_000

export class Child {
  readonly #options: ChildOptions
  #process: ChildProcess | null = null
  /** Whether the process has said that it can be asked. */
  #ready = false
  #mark: StopMark | null = null
  /** How many requests there have been. */
  #asked = 0
  #waiting: Waiting | null = null
  #idle: NodeJS.Timeout | undefined

  constructor(options: ChildOptions) {
    this.#options = options
  }

  get busy(): boolean {
    return this.#waiting !== null
  }

  get running(): boolean {
    return this.#process !== null
  }

  /**
   * Sends a request, starting the process where it is not running. At the deadline the process is killed; the deadline
   * begins when the process can be asked, and again with each progress that it reports.
   */
  ask(
    request: unknown,
    deadlineMs: number,
    heard: (progress: Progress) => void = () => {},
  ): Promise<unknown> {
    if (this.#waiting !== null) throw new Error('A child answers one request at a time.')
    clearTimeout(this.#idle)
    const running = this.#process
    const child = running ?? this.#start()
    return new Promise((resolve, reject) => {
      const timer = this.#endAfter(running !== null && this.#ready ? deadlineMs : startMs)
      this.#waiting = { resolve, reject, heard, deadlineMs, timer }
      // A process that is gone meanwhile is noticed by its exit.
      const asked: Asked = { number: ++this.#asked, request }
      child.send(asked, () => {})
    })
  }

  /** Has it stop what it is busy with at its next step; what was asked is then answered with `Stopped`. */
  giveUp(): void {
    if (this.#waiting !== null) this.#mark?.stop(this.#asked)
  }

  #endAfter(ms: number): NodeJS.Timeout {
    return setTimeout(() => void this.#end(new ChildError('timeout', `No answer within ${ms} ms.`)), ms)
  }

  #waitAnew(): void {
    const waiting = this.#waiting
    if (waiting === null) return
    clearTimeout(waiting.timer)
    waiting.timer = this.#endAfter(waiting.deadlineMs)
  }

  /** Ends the process; it has nothing to lose between requests. */
  stop(): Promise<void> {
    return this.#end(new ChildError('exit', 'The process of the search was ended.'))
  }

  /** From here on the process is none of ours: the next request starts another one, whenever this one is gone. */
  async #end(error: ChildError): Promise<void> {
    clearTimeout(this.#idle)
    const child = this.#process
    this.#process = null
    this.#take()?.reject(error)
    if (child === null) return
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    child.kill('SIGKILL')
    await gone
  }

  #start(): ChildProcess {
    const mark = new StopMark()
    const child = fork(program().module(this.#options.entry), [], {
      serialization: 'advanced',
      // Nothing of this process's environment: it may hold passwords.
      env: {},
      execArgv: [`--max-old-space-size=${this.#options.memoryMb}`, '--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc', mark.descriptor],
    })
    this.#mark = mark
    this.#process = child
    this.#ready = false
    child.on('message', (message: Said) => {
      if (this.#process === child) this.#hear(message)
    })
    let isOver = false
    const ended = (signal: string): void => {
      if (!isOver) mark.close()
      isOver = true
      if (this.#mark === mark) this.#mark = null
      if (this.#process !== child) return
      this.#process = null
      this.#take()?.reject(new ChildError('exit', 'The process of the search ended.', signal))
    }
    child.on('exit', (_, signal) => ended(signal ?? ''))
    child.on('error', () => ended(''))
    return child
  }

  #hear(message: Said): void {
    if (message.said === 'reply') {
      this.#settle(message.reply)
      return
    }
    this.#waitAnew()
    if (message.said === 'ready') this.#ready = true
    else this.#waiting?.heard(message.progress)
  }

  #settle(reply: Reply): void {
    const waiting = this.#take()
    if (waiting === null) return
    this.#idle = setTimeout(() => void this.stop(), this.#options.idleMs)
    this.#idle.unref()
    if (reply.ok) waiting.resolve(reply.value)
    else waiting.reject(new ChildError(reply.name, reply.message, reply.code))
  }

  #take(): Waiting | null {
    const waiting = this.#waiting
    this.#waiting = null
    if (waiting !== null) clearTimeout(waiting.timer)
    return waiting
  }
}

/**
 * The child's side: answers each request with what `handle` returns or throws, and reports how far it is meanwhile. `step` is for
 * work that takes long: it throws where nobody waits for the answer any more.
 */
export function serve(
  handle: (request: never, report: (progress: Progress) => void, step: Step) => unknown | Promise<unknown>,
): void {
  // A parent that was killed hears nothing; the end of the connection ends this process.
  const say = (message: Said): void => void process.send?.(message, undefined, undefined, () => {})
  process.on('message', (asked) => void answer(asked as Asked))
  process.on('disconnect', () => process.exit(0))
  say({ said: 'ready' })

  async function answer({ number, request }: Asked): Promise<void> {
    let reply: Reply
    try {
      const report = (progress: Progress): void => say({ said: 'progress', progress })
      const value = await handle(request as never, report, stepsOf(number))
      reply = { ok: true, value }
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error))
      const code = codeOf(error)
      reply = { ok: false, name, message, code }
    }
    say({ said: 'reply', reply })
  }
}
