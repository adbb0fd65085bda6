/** What the load files of a volume say, read by the readers of received ones, document by document. */
import type { ProductionSettings } from '#contracts/production-settings.ts'
import { ImageDocuments, type ListedDocument } from '../../platform/load-files/image-documents.ts'
import type { ListedPage } from '../../platform/load-files/images.ts'
import { readLfp } from '../../platform/load-files/lfp.ts'
import { readOpt } from '../../platform/load-files/opt.ts'
import { readDelimited } from '../../platform/load-files/read-delimited.ts'
import { readEdrm } from '../../platform/load-files/read-edrm.ts'
import type { FilledColumn } from './cells.ts'
import { dialectsOf } from './load-file-dialects.ts'
import { tagOf } from './write-load-files.ts'

/** A row, with its values by column; null: it is none that could be read. */
export type ReadRow = readonly string[] | null

type Pieces = AsyncIterable<Uint8Array>

export async function* rowsOf(
  format: 'dat' | 'csv' | 'xml',
  pieces: Pieces,
  settings: Pick<ProductionSettings['loadFile'], 'encoding'>,
  columns: readonly FilledColumn[],
): AsyncGenerator<ReadRow, void> {
  if (format === 'xml') yield* edrmRows(pieces, columns)
  else
    for await (const item of readDelimited(pieces, dialectsOf(settings)[format]))
      if (item.kind === 'row') yield item.values
      else if (item.kind === 'refused' || item.values.some((name, at) => name !== columns[at]?.name))
        yield null
}

async function* edrmRows(pieces: Pieces, columns: readonly FilledColumn[]): AsyncGenerator<ReadRow, void> {
  for await (const item of readEdrm(pieces)) {
    if (item.kind === 'refused' || item.kind === 'notRead') yield null
    if (item.kind !== 'document') continue
    const tags = new Map(item.document.tags.map(({ name, value }) => [name, value]))
    yield columns.map((column) => tags.get(tagOf(column)) ?? '')
  }
}

/** The documents of an image list; null: a line that could not be read. */
export async function* listedIn(
  format: 'opt' | 'lfp',
  pieces: Pieces,
): AsyncGenerator<ListedDocument | null, void> {
  const documents = new ImageDocuments()
  for await (const item of format === 'opt' ? readOpt(pieces) : readLfp(pieces)) {
    const ended = isPage(item) ? documents.push(item) : null
    if (ended !== null || !isPage(item)) yield ended
  }
  const last = documents.end()
  if (last !== null) yield last
}

const isPage = (item: { readonly kind: string }): item is ListedPage => item.kind === 'page'
