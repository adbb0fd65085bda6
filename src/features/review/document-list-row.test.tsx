// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { TagCategory } from '#contracts/tags.ts'
import { documentRow } from '#tests/fixtures/documents.ts'
import { noBuckets } from '../../stores/buckets.ts'
import { type TagsState, taggedNow } from '../../stores/tags.ts'
import { DocumentListRow } from './document-list-row.tsx'

const row = documentRow(7, { tagIds: [2] })
const shown = {
  row,
  missed: false,
  coded: [],
  done: 'Coded',
  unsettled: undefined,
  position: 0,
  count: 1,
  current: false,
  picked: null,
  timeZone: 'UTC',
} as const

afterEach(cleanup)

describe('a row of the list', () => {
  it('says in words what of its coding is not on the record', () => {
    const { rerender } = render(<DocumentListRow {...shown} unsettled="edited" />)
    screen.getByTitle('Edited, not saved')
    rerender(<DocumentListRow {...shown} unsettled="failed" />)
    screen.getByTitle('Not saved: the save was refused')
    rerender(<DocumentListRow {...shown} />)
    screen.getByTitle('Not coded')
  })

  it('shows the tags of its document, as this browser knows them', () => {
    const tag = (tagId: number, name: string) => ({ tagId, name, position: tagId, quickKey: null })
    const categories = [
      {
        tagCategoryId: 1,
        name: 'Issue',
        position: 1,
        exclusive: false,
        tags: [tag(1, 'Price'), tag(2, 'Cavern')],
      },
    ] as unknown as readonly TagCategory[]
    const state: TagsState = { categories, asking: false, fault: null, documents: noBuckets, refused: [] }
    const coded = taggedNow(state, row.documentId, row.tagIds)
    expect(taggedNow(state, row.documentId, row.tagIds)).toBe(coded)
    render(<DocumentListRow {...shown} coded={coded} done="Tagged" />)
    expect(screen.getByTitle('Issue: Cavern').textContent).toBe('Cave')
    screen.getByTitle('Tagged')
  })

  it('is called by the words of its coding; the letters, which are for the eye, are those of no other choice', () => {
    const choices = new Map([['Relevance', ['Not relevant', 'Needs review']]])
    const lettersOf = (value: string) => {
      render(<DocumentListRow {...shown} coded={[{ field: 'Relevance', value }]} choices={choices} />)
      screen.getByRole('option', { name: new RegExp(`Relevance: ${value}`) })
      const letters = screen.getByTitle(`Relevance: ${value}`).textContent ?? ''
      expect(screen.queryByRole('option', { name: new RegExp(letters) })).toBeNull()
      cleanup()
      return letters
    }
    expect(lettersOf('Not relevant')).toBe('NoRe')
    expect(lettersOf('Needs review')).toBe('NeRe')
  })

  it('shows signs that turn its subject or its sender around, and whose address it is', () => {
    const from = 'ceo@bank.example\u202e <thief@elsewhere.example>'
    const hostile = documentRow(8, { title: 'invoice\u202efdp.exe', from })
    render(<DocumentListRow {...shown} row={hostile} />)
    expect(screen.getByTitle('invoice[U+202E]fdp.exe').outerHTML).toMatch(
      /^<bdi .*>invoice\[U\+202E\]fdp.exe<\/bdi>$/,
    )
    const sender = screen.getByTitle('ceo@bank.example[U+202E] <thief@elsewhere.example>')
    // Where both do not fit, the name is not shown.
    expect(sender.querySelector('.named')?.textContent).toBe(
      '“ceo@bank.example[U+202E]” <thief@elsewhere.example>',
    )
    expect(sender.querySelector('.bare')?.textContent).toBe('thief@elsewhere.example')
  })
})
