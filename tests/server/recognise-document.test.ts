/** OCR by processes that a document has taken over: whatever they say, it comes to an end. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recogniseDocument, shiftMs } from '#server/intake/ocr/recognise-document.ts'
import { readConfig } from '#server/platform/config.ts'
import { ChildFault, type RunOptions } from '#server/platform/jobs/child.ts'

describe('a recognising process that is not to be trusted', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'affiant-ocr-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const blank = (page: number) => ({ kind: 'page', page, found: null, reason: null })

  /** What becomes of a document of which processes say this; a process more than these is one too many. */
  async function recognised(...shifts: readonly ((options: RunOptions) => Promise<unknown>)[]) {
    const file = join(folder, 'native')
    writeFileSync(file, 'x')
    const left = [...shifts]
    const pages: (readonly [number, string | null])[] = []
    const slowChildren = {
      alive: 0,
      stop: async () => {},
      run: async (_: URL, __: unknown, options: RunOptions = {}) => {
        const next = left.shift()
        if (next === undefined) throw new Error('There is no end to it.')
        return (await next(options)) as never
      },
    }
    const blobs = { pathOf: () => file } as unknown as Parameters<typeof recogniseDocument>[0]['blobs']
    const wanted = {
      ...{ projectId: 1, jobId: 1, documentId: 1, sha256: 'a'.repeat(64), mimeType: 'image/png' },
      ...{ languages: ['en'] as const, passwords: [], done: new Set<number>() },
    }
    const unreadable = await recogniseDocument(
      { config: readConfig({ AFFIANT_TESSDATA: 'off' }), slowChildren, blobs, spool: folder },
      wanted,
      { onOpened: async () => {}, onPage: async ({ page, reason }) => void pages.push([page, reason]) },
      new AbortController().signal,
      { pageMs: 60_000, shiftMs },
    )
    return { unreadable, pages }
  }

  it('cannot say for ever that there is more to come', async () => {
    const idle = async () => ({ finished: false, unreadable: null })
    expect(await recognised(idle, idle)).toEqual({
      unreadable: 'Opening it ended the process that did it.',
      pages: [],
    })
  })

  it('gives out no page twice, whichever it says that it was on when it ended', async () => {
    const dies = async ({ onPart, onAt }: RunOptions) => {
      await onPart?.(blank(1))
      onAt?.('1')
      throw new ChildFault('crashed', '', '1')
    }
    expect(await recognised(dies, dies)).toEqual({
      unreadable: 'Opening it ended the process that did it.',
      pages: [[1, null]],
    })
  })
})
