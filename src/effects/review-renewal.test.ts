/** What a document that is asked for again may change: nothing that this person has done since. */
import { describe, expect, it } from 'vitest'
import { documentDetail } from '#tests/fixtures/documents.ts'
import { placed } from '#tests/support/envelopes.ts'
import { documentOpened } from '../events/catalog/review.ts'
import type { DocumentTags } from '../events/tagging.ts'
import { noBuckets, putIn } from '../stores/buckets.ts'
import type { RootState } from '../stores/root.ts'
import type { RequestContext } from './define.ts'
import { noOfflineCache } from './offline-cache.ts'
import { renewalEffects } from './review-renewal.ts'

const [renew] = renewalEffects
const held = documentDetail(5, { etag: '"held"' })
const opening = {
  ...placed(1),
  ...documentOpened({ tabId: 'tab-1', documentId: 5, position: 0, ahead: [] }),
} as never

const stateWith = (tags: Partial<DocumentTags>): RootState => {
  const doc = {
    documentId: 5,
    recorded: [],
    changes: [],
    etag: '"held"',
    newer: false,
    refused: null,
    ...tags,
  }
  return { tags: { documents: putIn<DocumentTags>(noBuckets, '5', doc) } } as unknown as RootState
}

/** Asks with this state, and answers what it asked for and what came. */
async function ask(state: RootState) {
  const etags: string[] = []
  const context = {
    cached: () => held,
    kept: noOfflineCache,
    state: () => state,
    call: async (_: unknown, { query }: { query: { etag: string } }) => {
      etags.push(query.etag)
      return { document: documentDetail(5, { etag: '"new"', tagIds: [7] }) }
    },
  } as unknown as RequestContext
  return { etags, found: await renew?.request(opening, context) }
}
const typesOf = (found: unknown, state: RootState) =>
  renew?.done(opening, found as never, state).commands?.map(({ type }) => type)

describe('a document that is opened again', () => {
  it('takes what others have coded and tagged', async () => {
    const state = stateWith({})
    const { etags, found } = await ask(state)
    expect(etags).toEqual(['"held"'])
    expect(typesOf(found, state)).toEqual(['coding.initialise', 'tags.initialise'])
  })

  it('takes nothing where this person has tagged it while it was on its way', async () => {
    const { found } = await ask(stateWith({}))
    expect(typesOf(found, stateWith({ recorded: [9], newer: true })) ?? []).toEqual([])
  })

  it('is asked for whole where its coding and tags are of an earlier answer than its text', async () => {
    const { etags } = await ask(stateWith({ etag: '"earlier"' }))
    expect(etags).toEqual([''])
  })
})
