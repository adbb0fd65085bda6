/**
 * A child process that answers one request at a time. It can be killed in the middle of a query, which a thread that is
 * inside SQLite cannot be; it never opens the record, and ends with its parent.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { codeOf } from '../../../platform/error-code.ts'
import { program } from '../../../platform/program/bundled.ts'

export type Reply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly name: string; readonly code: string; readonly message: string }

/** What a child answered with instead of a value, or how it ended. */
export class ChildError extends Error {
  /** `timeout` and `exit`, or the name of the error that was thrown in the child. */
  readonly reason: string
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
  readonly timer: NodeJS.Timeout
}

export class Child {
  readonly #options: ChildOptions
  #process: ChildProcess | null = null
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

  /** Sends a request, starting the process where it is not running. At the deadline the process is killed. */
  ask(request: unknown, deadlineMs: number): Promise<unknown> {
    if (this.#waiting !== null) throw new Error('A child answers one request at a time.')
    clearTimeout(this.#idle)
    const child = this.#process ?? this.#start()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const late = new ChildError('timeout', `No answer within ${deadlineMs} ms.`)
        void this.#end(late)
      }, deadlineMs)
      this.#waiting = { resolve, reject, timer }
      // A process that is gone meanwhile is noticed by its exit.
      child.send(Object(request), () => {})
    })
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
    const child = fork(program().module(this.#options.entry), [], {
      serialization: 'advanced',
      // Nothing of this process's environment: it may hold passwords.
      env: {},
      execArgv: [`--max-old-space-size=${this.#options.memoryMb}`, '--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#process = child
    child.on('message', (reply: Reply) => {
      if (this.#process === child) this.#settle(reply)
    })
    const ended = (): void => {
      if (this.#process !== child) return
      this.#process = null
      this.#take()?.reject(new ChildError('exit', 'The process of the search ended.'))
    }
    child.on('exit', ended)
    child.on('error', ended)
    return child
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

/** The child's side: answers each request with what `handle` returns or throws. */
export function serve(handle: (request: never) => unknown): void {
  process.on('message', (request) => {
    let reply: Reply
    try {
      reply = { ok: true, value: handle(request as never) }
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error))
      const code = codeOf(error)
      reply = { ok: false, name, message, code }
    }
    // A parent that was killed hears no answer; the end of the connection ends this process.
    process.send?.(reply, undefined, undefined, () => {})
  })
  process.on('disconnect', () => process.exit(0))
}
