/**
 * All documents of a project in files of their own, for a child that compares them: one line of JSON for each, and their
 * texts in one file, so that any of them can be read again without the records.
 */
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DocumentState } from '#contracts/documents.ts'
import type { Threadable } from './threads.ts'

/** What threads are made from, besides the text. */
export interface SpooledMessage extends Omit<Threadable, 'id'> {
  /** Copies of one message have one. */
  readonly copyKey: string | null
}

export interface SpooledDocument {
  readonly id: number
  readonly familyId: number
  readonly sha256: string
  readonly state: DocumentState
  /** Null for what is no mail, and for mail that is attached: that belongs to its family. */
  readonly message: SpooledMessage | null
}

/** A line: the document, and where its text lies, in bytes. */
export interface SpooledLine extends SpooledDocument {
  readonly at: number
  readonly bytes: number
}

export const linesOf = (folder: string): string => join(folder, 'documents')
export const textsOf = (folder: string): string => join(folder, 'texts')

/** Takes documents in the order of their ids. */
export class Spool {
  readonly folder: string
  readonly #lines: FileHandle
  readonly #texts: FileHandle
  #at = 0
  #documents = 0

  private constructor(folder: string, lines: FileHandle, texts: FileHandle) {
    this.folder = folder
    this.#lines = lines
    this.#texts = texts
  }

  /** An empty one; what a run before has left there is removed. */
  static async open(folder: string): Promise<Spool> {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    return new Spool(folder, await open(linesOf(folder), 'w'), await open(textsOf(folder), 'w'))
  }

  /** How many it has. */
  get documents(): number {
    return this.#documents
  }

  async add(
    documents: readonly { readonly document: SpooledDocument; readonly text: string }[],
  ): Promise<void> {
    let lines = ''
    const texts: Buffer[] = []
    for (const { document, text } of documents) {
      const own = Buffer.from(text, 'utf8')
      const line: SpooledLine = { ...document, at: this.#at, bytes: own.length }
      lines += `${JSON.stringify(line)}\n`
      texts.push(own)
      this.#at += own.length
    }
    await this.#texts.writeFile(Buffer.concat(texts))
    await this.#lines.writeFile(lines)
    this.#documents += documents.length
  }

  /** Removes it. */
  async close(): Promise<void> {
    await this.#lines.close()
    await this.#texts.close()
    await rm(this.folder, { recursive: true, force: true })
  }
}
