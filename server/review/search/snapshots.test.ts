import { describe, expect, it } from 'vitest'
import { Snapshots } from './snapshots.ts'

const found = (length: number) => ({
  ids: Int32Array.from({ length }, (_, i) => i + 1),
  hits: new Uint8Array((length + 7) >> 3),
  hitCount: 0,
  withoutText: 0,
  indexedAsOf: null,
  tree: null,
  stage: 'review' as const,
  view: 'null',
  searched: {
    query: { queryString: '', includeFamily: false, objectId: null, type: null },
    where: null,
    viewer: 'parentsAndChildren' as const,
    filter: 'all' as const,
    sort: 'documentId' as const,
    reading: '',
    notes: [],
    widened: [],
    noise: new Set<string>(),
  },
})

describe('snapshots', () => {
  it('belong to who searched, in the project that was searched', () => {
    const snapshots = new Snapshots(1_000_000)
    const { id } = snapshots.keep(1, 7, found(10))
    expect(snapshots.get(id, 1, 7)?.ids).toHaveLength(10)
    expect(snapshots.get(id, 2, 7)).toBeUndefined()
    expect(snapshots.get(id, 1, 8)).toBeUndefined()
    snapshots.clear(id, 2, 7)
    expect(snapshots.get(id, 1, 7)).toBeDefined()
    snapshots.clear(id, 1, 7)
    expect(snapshots.get(id, 1, 7)).toBeUndefined()
    expect(snapshots.bytes).toBe(0)
  })

  it('are dropped by their size, least recently used first, but never the newest', () => {
    const snapshots = new Snapshots(10_000)
    const first = snapshots.keep(1, 7, found(1000))
    const second = snapshots.keep(1, 7, found(1000))
    expect(snapshots.get(first.id, 1, 7)).toBeDefined()
    const third = snapshots.keep(1, 7, found(1000))
    expect(snapshots.get(second.id, 1, 7)).toBeUndefined()
    expect(snapshots.get(first.id, 1, 7)).toBeDefined()
    const huge = snapshots.keep(1, 7, found(100_000))
    expect(snapshots.get(third.id, 1, 7)).toBeUndefined()
    expect(snapshots.get(huge.id, 1, 7)).toBeDefined()
  })
})
