import { expect, it, vi } from 'vitest'
import type { Reader } from '../../platform/records/records.ts'
import type { ImportState } from '../writing/import-state.ts'
import { countedIn } from './unopened.ts'

/** A database that answers each question with the rows that a table has, once. */
function tables(paths: Readonly<Record<string, readonly string[]>>): Reader {
  const selectFrom = (table: string) => {
    const query: object = new Proxy(
      { execute: async () => (paths[table] ?? []).map((source_path, id) => ({ id, source_path })) },
      { get: (own, name) => Reflect.get(own, name) ?? (() => query) },
    )
    return query
  }
  return { selectFrom } as never
}

it('of the reconciliation of an import, only what is in the files that are asked for is held', async () => {
  const paths = (file: string, count: number) =>
    Array.from({ length: count }, (_, n) => JSON.stringify([file, `${n}`]))
  const read = tables({
    document: [...paths('other.zip', 200), ...paths('left.zip', 2), '["left.zip.txt"]', '["left.zip"]'],
    exception: [...paths('second.zip', 1), ...paths('other.zip', 100)],
    left_out: ['["left.zip","0"]', '["left.zip","inner.zip","0"]'],
  })
  const held = vi.spyOn(Set.prototype, 'add')
  const counted = await countedIn(read, { jobId: 1, custodianId: 1 } as ImportState, [
    '["left.zip"]',
    '["second.zip"]',
  ])
  const all = held.mock.calls.map(([path]) => String(path))
  held.mockRestore()
  expect(counted).toEqual([
    ['["left.zip"]', ['["left.zip","0"]', '["left.zip","1"]', '["left.zip","inner.zip","0"]']],
    ['["second.zip"]', ['["second.zip","0"]']],
  ])
  expect(all.filter((path) => path.startsWith('["other.zip"'))).toEqual([])
})
