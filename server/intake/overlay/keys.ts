/** Finds documents of review by what a file calls them. */
import type { KeyField } from '#contracts/overlay.ts'
import { breathe } from '../../platform/records/breathe.ts'
import type { Reader } from '../../platform/records/records.ts'
import { inReview } from '../../review/documents/visible.ts'

export interface Among {
  readonly read: Reader
  readonly projectId: number
  readonly prefix: string
}

/** A key as it is compared, or null for what can be none of that field. */
export function keyOf(field: KeyField, text: string, prefix: string): string | null {
  const key = text.trim()
  switch (field) {
    case 'Control_Number': {
      const number = key.toLowerCase().startsWith(prefix.toLowerCase()) ? key.slice(prefix.length) : ''
      return /^\d{8,15}$/.test(number) ? String(Number(number)) : null
    }
    case 'SHA256':
      return /^[0-9a-f]{64}$/i.test(key) ? key.toLowerCase() : null
    case 'MD5':
      return /^[0-9a-f]{32}$/i.test(key) ? key.toLowerCase() : null
    case 'Source_Path':
      return key.replaceAll('\\', '/')
    case 'Custom_Id':
      return key
  }
}

/** Keys of one question. */
const slice = 500
/** Documents of one page, where all of them are looked through. */
const page = 5_000

/** The documents of each key that finds any. */
export async function documentsBy(
  among: Among,
  field: KeyField,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const found = new Map<string, number[]>()
  const add = (key: string, documentId: number): void => {
    const known = found.get(key)
    if (known === undefined) found.set(key, [documentId])
    else known.push(documentId)
  }
  if (field === 'Source_Path') await lookThrough(among, new Set(keys), add)
  else
    for (let from = 0; from < keys.length; from += slice) {
      for (const { key, document_id } of await ask(among, columns[field], keys.slice(from, from + slice)))
        add(String(key), document_id)
      await breathe()
    }
  return found
}

const columns = { Control_Number: 'control', Custom_Id: 'custom_id', SHA256: 'sha256', MD5: 'md5' } as const

async function ask(
  { read, projectId }: Among,
  column: (typeof columns)[keyof typeof columns],
  keys: readonly string[],
) {
  const values = column === 'control' ? keys.map(Number) : keys
  return await read
    .selectFrom('document')
    .select([`${column} as key`, 'document_id'])
    .where('project_id', '=', projectId)
    .where(column, 'in', values as never)
    .where('state', '=', inReview)
    .orderBy('document_id')
    .execute()
}

/** Paths have no index: some are longer than one takes. */
async function lookThrough(
  { read, projectId }: Among,
  wanted: ReadonlySet<string>,
  add: (key: string, documentId: number) => void,
): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await read
      .selectFrom('document')
      .select(['document_id', 'source_path'])
      .where('project_id', '=', projectId)
      .where('document_id', '>', after)
      .where('state', '=', inReview)
      .orderBy('document_id')
      .limit(page)
      .execute()
    for (const { document_id, source_path } of rows) {
      const parts: unknown = JSON.parse(source_path)
      const path = Array.isArray(parts) ? parts.join('/') : ''
      if (wanted.has(path)) add(path, document_id)
    }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.document_id
    await breathe()
  }
}
