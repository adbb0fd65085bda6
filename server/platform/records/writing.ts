/**
 * The only writer of the records, and its group commit. Transactions are decided and written one after another, on one
 * connection, so that a check and the write that rests on it hold together. Interactive ones that wait meanwhile share a
 * transaction of the database, each in a savepoint of its own, and one sync to disk; none is answered, nor refused, before
 * that. One that fails is rolled back to its savepoint alone.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  DummyDriver,
  type QueryResult,
  Transaction,
} from 'kysely'
import { isAftermath } from './dialect.ts'
import { withPatience } from './patience.ts'
import type { Priority, Sharing, Writer } from './records.ts'
import type { Schema } from './schema.ts'
import { Turns } from './turns.ts'

/**
 * A connection that holds one transaction at a time. What is asked of it is done in the order in which it was asked, so
 * that nobody has to wait for one answer before asking for the next.
 */
export interface Lane {
  /** Begins the transaction. Where that fails, so does all that is asked of it afterwards. */
  begin(): Promise<unknown>
  run(sql: string, parameters: readonly unknown[]): Promise<QueryResult<unknown>>
  /** Commits durably; rejects where the database has not committed. */
  commit(): Promise<void>
  /** Takes everything back, also where the database has done so by itself. */
  rollback(): Promise<void>
  /** Gives the connection back; `broken`: its state is not known. */
  release(broken: boolean): void
}

export interface WritingOptions {
  readonly open: () => Promise<Lane>
  readonly dialect: Dialect
  /** Whether a transaction in which a statement has failed cannot commit any more. */
  readonly endsAtFault: boolean
}

/** A group takes nobody in after so many ms, or after the last commit's duration where that is longer: its first one waits for its last. */
const joinMs = 10
/** PostgreSQL keeps 64 subtransactions of a session in memory. */
const mostInGroup = 48

interface Task {
  readonly work: (trx: Writer) => Promise<unknown>
  readonly alone: boolean
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}
/** Has the writer for itself and no transaction. */
interface Errand {
  readonly errand: () => Promise<void>
}

export class Writing {
  readonly #options: WritingOptions
  readonly #executor: (held: Held) => DefaultQueryExecutor
  readonly #turns = new Turns<Task | Errand>()
  #busy = false
  #commitMs = 0

  constructor(options: WritingOptions) {
    this.#options = options
    const compiler = options.dialect.createQueryCompiler()
    const adapter = options.dialect.createAdapter()
    this.#executor = (held) =>
      new DefaultQueryExecutor(compiler, adapter, { provideConnection: (consumer) => consumer(held) })
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#turns.waiting
  }

  /** As `Records.write`. */
  write<T>(
    priority: Priority,
    work: (trx: Writer) => Promise<T>,
    { alone = false }: Sharing = {},
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#turns.add(priority, { work, alone, resolve: (result) => resolve(result as T), reject })
      void this.#goOn()
    })
  }

  /** Runs an errand when the interactive ones before it are done, with nobody writing meanwhile. */
  alone(errand: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#turns.add('interactive', { errand: () => errand().then(resolve, reject) })
      void this.#goOn()
    })
  }

  async #goOn(): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    let next = this.#turns.next()
    while (next !== undefined) {
      const { priority, item } = next
      let cannotJoin: Task | Errand | null = null
      if ('errand' in item) await item.errand()
      else cannotJoin = await this.#transaction(priority, item)
      next = cannotJoin === null ? this.#turns.next() : { priority: 'interactive', item: cannotJoin }
    }
    this.#busy = false
  }

  /** One transaction of the database, with whoever joins it; answers whose turn is next, where that one could not join. */
  async #transaction(priority: Priority, first: Task): Promise<Task | Errand | null> {
    let lane: Lane
    try {
      lane = await this.#options.open()
    } catch (error) {
      first.reject(error)
      return null
    }
    const group = new Group(first)
    const shares = priority === 'interactive' && !first.alone
    let cannotJoin: Task | Errand | null = null
    let broken = false
    const begun = lane.begin()
    begun.catch(ignored)
    try {
      await this.#first(lane, group, first)
      const until = performance.now() + Math.max(joinMs, this.#commitMs)
      while (shares && group.size < mostInGroup && performance.now() < until) {
        const next = this.#turns.nextInteractive()
        if (next === undefined) break
        if ('errand' in next || next.alone) {
          cannotJoin = next
          break
        }
        await this.#joined(lane, group, next)
      }
      await begun
      const asked = performance.now()
      await lane.commit()
      this.#commitMs = performance.now() - asked
      group.answer()
    } catch (error) {
      await lane.rollback().catch(() => {
        broken = true
      })
      // Where it has not begun, that is why the statements in it have failed.
      group.fail(await begun.then(() => error).catch((cause: unknown) => cause))
    }
    lane.release(broken)
    return cannotJoin
  }

  /** The first of a transaction needs no savepoint: where it fails, there is nothing else to keep. */
  async #first(lane: Lane, group: Group, task: Task): Promise<void> {
    const result = await this.#run(lane, task)
    group.done(() => task.resolve(result))
  }

  async #joined(lane: Lane, group: Group, task: Task): Promise<void> {
    group.add(task)
    // Of its own name: where a savepoint is missing, going back to it must fail, and never find the one of somebody before.
    const savepoint = `joined_${group.size}`
    // Not waited for: they travel with the statements that follow, which fail where these do.
    lane.run(`savepoint ${savepoint}`, []).catch(ignored)
    try {
      const result = await this.#run(lane, task)
      group.done(() => task.resolve(result))
    } catch (error) {
      // Fails where the database has taken back more than this one: then nothing of the group is left.
      await lane.run(`rollback to savepoint ${savepoint}`, [])
      group.done(() => task.reject(error))
    }
    lane.run(`release savepoint ${savepoint}`, []).catch(ignored)
  }

  async #run(lane: Lane, { work }: Task): Promise<unknown> {
    const held = new Held(lane)
    try {
      const done = work(this.#transactionOver(held)).then(async (result) => {
        // What it has not waited for may still fail: whoever comes next must not meet that.
        await held.quiet()
        return result
      })
      const result = await withPatience(done, () => held.idleSince)
      if (this.#options.endsAtFault && held.fault !== null) throw held.fault.error
      return result
    } catch (error) {
      // Of statements that were asked at once, the one that was heard first need not be the one that failed first.
      throw held.fault !== null && isAftermath(error) ? held.fault.error : error
    } finally {
      held.end()
    }
  }

  #transactionOver(held: Held): Writer {
    const { dialect } = this.#options
    return new Transaction<Schema>({
      config: { dialect },
      dialect,
      driver: new DummyDriver(),
      executor: this.#executor(held),
    })
  }
}

const ignored = (): void => {}

/** Who shares a transaction, and what they are told once it is committed. */
class Group {
  readonly #tasks: Task[]
  readonly #answers: (() => void)[] = []

  constructor(first: Task) {
    this.#tasks = [first]
  }

  get size(): number {
    return this.#tasks.length
  }

  add(task: Task): void {
    this.#tasks.push(task)
  }

  /** `answer` settles one of them. A refusal waits too: it may rest on what another of the group has written. */
  done(answer: () => void): void {
    this.#answers.push(answer)
  }

  answer(): void {
    for (const answer of this.#answers) answer()
  }

  /** Nothing was written of any of them. */
  fail(error: unknown): void {
    for (const task of this.#tasks) task.reject(error)
  }
}

/** The connection as the work of one transaction has it, until it ends: a query after that must not slip into another's. */
class Held implements DatabaseConnection {
  #lane: Lane | null
  #running = 0
  /** Told when no statement runs any more. */
  #hear = ignored
  #idleSince = Date.now()
  /** The first statement that failed. */
  fault: { readonly error: unknown } | null = null

  constructor(lane: Lane) {
    this.#lane = lane
  }

  /** Null while a statement runs. */
  get idleSince(): number | null {
    return this.#running > 0 ? null : this.#idleSince
  }

  /** Resolves when no statement runs. */
  async quiet(): Promise<void> {
    while (this.#running > 0)
      await new Promise<void>((resolve) => {
        this.#hear = resolve
      })
  }

  end(): void {
    this.#lane = null
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#lane === null) throw new Error('A query came after the end of its transaction.')
    this.#running += 1
    try {
      // Rows have the shape that the query builder promised to its caller.
      return (await this.#lane.run(sql, parameters)) as QueryResult<R>
    } catch (error) {
      this.fault ??= { error }
      throw error
    } finally {
      this.#running -= 1
      if (this.#running === 0) this.#hear()
      this.#idleSince = Date.now()
    }
  }

  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    yield await Promise.reject(new Error('Rows are paged by key, not streamed.'))
  }
}
