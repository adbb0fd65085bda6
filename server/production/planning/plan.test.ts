import { describe, expect, it } from 'vitest'
import type { ProductionSettings } from '#contracts/production-settings.ts'
import { presets } from '../record/presets.ts'
import type { Member } from './members.ts'
import { planOf, slipSheetOf } from './plan.ts'

const commercial = presets[0]?.settings as ProductionSettings
const member = (documentId: number, more: Partial<Member> = {}): Member => ({
  ...{ documentId, familyId: documentId, parentId: null, above: [], ordinal: 0, control: documentId },
  ...{ category: 'E-mail', inSet: true, redacted: false, redactedPages: false, holdsUnseen: false, ...more },
})
const child = (documentId: number, parentId: number, ordinal: number, more: Partial<Member> = {}): Member =>
  member(documentId, {
    ...{ familyId: 1, parentId, ordinal, above: parentId === 1 ? [1] : [parentId, 1], ...more },
  })
const none = { withheld: [], designations: [] }
const shown = (...asked: Parameters<typeof planOf>) => planOf(...asked).map(({ d, t }) => `${d} ${t}`)

describe('the plan of a production', () => {
  it('keeps families together, the parent first, in the order of their parents', () => {
    const members = [member(9), child(3, 1, 2), member(1, { control: 5 }), child(2, 1, 1), member(4)]
    expect(planOf(commercial, members, none, null).map(({ d }) => d)).toEqual([4, 1, 2, 3, 9])
    const ranks = new Map([9, 1, 4].map((id, place) => [id, place]))
    expect(planOf(commercial, members, none, ranks).map(({ d }) => d)).toEqual([9, 1, 2, 3, 4])
  })

  it('leaves out members that are not in the set, unless families are completed', () => {
    const members = [member(1), child(2, 1, 1, { inSet: false })]
    expect(planOf(commercial, members, none, null).map(({ d, p }) => [d, p])).toEqual([
      [1, null],
      [2, 1],
    ])
    expect(planOf({ ...commercial, families: false }, members, none, null).map(({ d }) => d)).toEqual([1])
  })

  it('puts a slip sheet in the place of what is withheld and of files', () => {
    const settings: ProductionSettings = {
      ...commercial,
      withheld: [
        { query: 'a', slipSheet: { text: 'WITHHELD' } },
        { query: 'b', slipSheet: { text: 'NOT RESPONSIVE' } },
      ],
    }
    const members = [member(1), member(2), member(3, { category: 'Spreadsheet' })]
    const list = planOf(settings, members, { ...none, withheld: [new Set([2]), new Set([1, 2])] }, null)
    expect(list.map((entry) => [entry.t, slipSheetOf(settings, entry)])).toEqual([
      ['withheld', { text: 'NOT RESPONSIVE' }],
      ['withheld', { text: 'WITHHELD' }],
      ['native', commercial.nativeSlipSheet],
    ])
  })

  it('lets no file out that is redacted, or holds one that is redacted or withheld, at any depth', () => {
    const natives: ProductionSettings = { ...commercial, goesAs: { byCategory: {}, otherwise: 'native' } }
    const covered = { redacted: true, redactedPages: true }
    const family = [member(1), child(2, 1, 1), child(3, 2, 2, covered), child(4, 1, 3)]
    expect(shown(natives, family, none, null)).toEqual(['1 images', '2 images', '3 images', '4 native'])
    const open = family.map((one) => ({ ...one, redacted: false, redactedPages: false }))
    expect(shown(natives, open, { ...none, withheld: [new Set([3])] }, null)).toEqual([
      '1 images',
      '2 images',
      '3 withheld',
      '4 native',
    ])
    // Also where it is not on the list, or is seen by others alone.
    const alone = { ...natives, families: false }
    const [first, ...others] = family.map((one) => ({ ...one, inSet: one.documentId === 1 }))
    expect(shown(alone, first === undefined ? [] : [first, ...others], none, null)).toEqual(['1 images'])
    expect(shown(alone, [member(1, { holdsUnseen: true })], none, null)).toEqual(['1 images'])
    // Its rebuilt copy takes its place.
    expect(shown(natives, [member(1, { category: 'Spreadsheet', redacted: true })], none, null)).toEqual([
      '1 native',
    ])
  })

  it('designates by the first rule that finds a document, or that finds any of its family', () => {
    const settings: ProductionSettings = {
      ...commercial,
      designations: [
        { query: 'a', text: 'HIGHLY CONFIDENTIAL' },
        { query: 'b', text: 'CONFIDENTIAL' },
      ],
    }
    const found = { ...none, designations: [new Set([2]), new Set([1, 2])] }
    const members = [member(1), child(2, 1, 1), child(3, 1, 2)]
    const designations = (one: ProductionSettings) => planOf(one, members, found, null).map(({ g }) => g)
    expect(designations(settings)).toEqual(['CONFIDENTIAL', 'HIGHLY CONFIDENTIAL', ''])
    expect(designations({ ...settings, designateFamilies: true })).toEqual(
      Array(3).fill('HIGHLY CONFIDENTIAL'),
    )
  })
})
