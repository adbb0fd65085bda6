/** Entry of the process that writes index files: the only one that does. */
import { serve } from './child.ts'
import type { Batch } from './row.ts'
import { IndexWriter } from './writer.ts'

export type IndexerRequest =
  | { readonly kind: 'apply'; readonly file: string; readonly batch: Batch }
  /** Merges segments while there is nothing else to do. */
  | { readonly kind: 'tidy'; readonly file: string }
  /** Closes the file as one that can be moved. */
  | { readonly kind: 'finish'; readonly file: string }
  | { readonly kind: 'close'; readonly file: string }

const writers = new Map<string, IndexWriter>()
const openFiles = 8

serve((request: IndexerRequest) => {
  const { file } = request
  switch (request.kind) {
    case 'apply':
      return writerOf(file).apply(request.batch)
    case 'tidy':
      return writerOf(file).tidy()
    case 'finish':
      writerOf(file).finish()
      writers.delete(file)
      return undefined
    case 'close':
      return close(file)
  }
})

function writerOf(file: string): IndexWriter {
  const writer = writers.get(file) ?? new IndexWriter(file)
  writers.delete(file)
  writers.set(file, writer)
  for (const oldest of writers.keys()) {
    if (writers.size <= openFiles) break
    close(oldest)
  }
  return writer
}

function close(file: string): void {
  writers.get(file)?.close()
  writers.delete(file)
}
