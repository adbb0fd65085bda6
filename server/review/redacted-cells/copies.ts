/**
 * Redacted copies of spreadsheets: made by a process of its own, which also reads them before they are kept. A copy is known by
 * all that it was made of, so that none of before the last redaction is ever given out.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ChildFault } from '../../platform/jobs/child.ts'
import type { ChildPool } from '../../platform/jobs/pool.ts'
import type { SheetSource } from '../sheets/sheets.ts'
import type { CellsOfDocument } from './of-document.ts'
import { type CopyReport, type CopyRequest, copyReport } from './protocol.ts'

declare module '../../platform/services.ts' {
  interface Services {
    readonly redactedSheets: RedactedSheets
  }
}

/** Raised whenever copies are made in another way: older ones are made anew. */
const version = 1
/** The longest that making one is silent. */
const silentMs = 5 * 60_000

export interface Copy {
  readonly report: CopyReport
  /** Its hash stands for all that it was made of; null where nothing may leave. */
  readonly source: SheetSource | null
}

export interface CopiesPlan {
  readonly children: ChildPool
  /** Where they are kept. */
  readonly root: string
  /** Where they are until they have been read. */
  readonly spool: string
  readonly worker: URL
  readonly maxBytes: number
}

export class RedactedSheets {
  readonly #plan: CopiesPlan
  readonly #making = new Map<string, Promise<Copy>>()
  readonly #stopping = new AbortController()

  constructor(plan: CopiesPlan) {
    this.#plan = plan
  }

  async open(): Promise<void> {
    await mkdir(this.#plan.root, { recursive: true, mode: 0o700 })
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.allSettled(this.#making.values())
  }

  /** The copy of a document's file with these redactions. */
  copy(documentId: number, source: SheetSource, cells: CellsOfDocument): Promise<Copy> {
    const key = keyOf(documentId, source, cells.revision)
    const known = this.#making.get(key)
    if (known !== undefined) return known
    const making = this.#kept(key)
      .then((kept) => kept ?? this.#make(key, source, cells))
      .finally(() => this.#making.delete(key))
    this.#making.set(key, making)
    return making
  }

  #paths(key: string, isText: boolean): { readonly report: string; readonly file: string } {
    const { root } = this.#plan
    return { report: join(root, `${key}.json`), file: join(root, `${key}${isText ? '.csv' : '.xlsx'}`) }
  }

  async #kept(key: string): Promise<Copy | null> {
    try {
      const path = this.#paths(key, false).report
      const report = copyReport.parse(JSON.parse(await readFile(path, 'utf8')))
      const { file } = this.#paths(key, report.isText)
      if (report.refused === null) await stat(file)
      const now = new Date()
      await utimes(path, now, now)
      return copyOf(key, file, report)
    } catch {
      // Not there, or damaged: it is made anew.
      return null
    }
  }

  async #make(key: string, source: SheetSource, cells: CellsOfDocument): Promise<Copy> {
    const { children, spool, worker } = this.#plan
    const to = join(spool, `redacted-${key}`)
    const { path, name, passwords } = source
    const request: CopyRequest = {
      ...{ file: path, name, passwords, to },
      ...{ covered: cells.covered, kept: cells.kept },
    }
    try {
      const report = copyReport.parse(
        await children.run(worker, request, {
          access: { read: [path], write: [spool] },
          timeoutMs: silentMs,
          timeOf: 'processor',
          signal: this.#stopping.signal,
        }),
      )
      const places = this.#paths(key, report.isText)
      if (report.refused === null) await rename(to, places.file)
      await writeFile(places.report, JSON.stringify(report), { mode: 0o600 })
      await this.#evict(key)
      return copyOf(key, places.file, report)
    } catch (error) {
      if (error instanceof ChildFault && error.reason !== 'stopped')
        return { report: { ...nothing, refused: whyBroken(error) }, source: null }
      throw error
    } finally {
      await rm(to, { force: true })
    }
  }

  /** Those looked at longest ago go first; never the one that has just come. */
  async #evict(newest: string): Promise<void> {
    const { root, maxBytes } = this.#plan
    const copies = new Map<string, { size: number; at: number }>()
    for (const name of await readdir(root)) {
      const [key = ''] = name.split('.')
      const found = await stat(join(root, name)).catch(() => null)
      const known = copies.get(key) ?? { size: 0, at: 0 }
      const at = name.endsWith('.json') ? (found?.mtimeMs ?? 0) : known.at
      copies.set(key, { size: known.size + (found?.size ?? 0), at })
    }
    let total = [...copies.values()].reduce((sum, { size }) => sum + size, 0)
    for (const [key, { size }] of [...copies].sort(([, a], [, b]) => a.at - b.at)) {
      if (total <= maxBytes) return
      if (key === newest) continue
      for (const end of ['.json', '.xlsx', '.csv']) await rm(join(root, key + end), { force: true })
      total -= size
    }
  }
}

const copyOf = (key: string, path: string, report: CopyReport): Copy => ({
  report,
  source:
    report.refused === null
      ? { sha256: key, path, name: report.isText ? 'redacted.csv' : 'redacted.xlsx', passwords: [] }
      : null,
})

const keyOf = (documentId: number, { sha256, passwords }: SheetSource, revision: number): string =>
  createHash('sha256')
    .update(JSON.stringify(['redacted', version, documentId, sha256, passwords, revision]))
    .digest('hex')

const nothing: CopyReport = {
  ...{ refused: null, faults: [], isText: false, coveredCells: 0, dependents: [], moreDependents: false },
  ...{ alsoOpen: [], moreOpen: false, leftOut: [] },
}

function whyBroken({ reason }: ChildFault): string {
  switch (reason) {
    case 'tooMuchMemory':
      return 'Making the redacted copy took more memory than one file may have. Withhold the file.'
    case 'timedOut':
      return 'Making the redacted copy took too long. Withhold the file.'
    default:
      return 'Making the redacted copy failed. Withhold the file.'
  }
}
