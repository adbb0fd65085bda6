/** Undo against what somebody else has done since: also after a reload, and for tags. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { setValue } from '#src/commands/coding.ts'
import { save } from '#src/commands/coding-saves.ts'
import { applyTags, putBack } from '#src/commands/tags.ts'
import { redo, undo } from '#src/commands/undo.ts'
import { tagsNow } from '#src/events/tagging.ts'
import { tagsIn } from '#src/stores/tags.ts'
import { tagsMovedIn } from '#src/stores/tags-moved.ts'
import { trailOf } from '#src/stores/undo.ts'
import { runs, property as test } from '../runs.ts'
import { createDesk, type Desk, docOf, documentId, fields, stream } from '../support/desk.ts'
import type { Tab } from '../support/tabs.ts'

async function atDesk(work: (desk: Desk) => Promise<void>): Promise<void> {
  const desk = await createDesk()
  try {
    await work(desk)
  } finally {
    await desk.close()
  }
}

/** The tab goes on, or is reloaded; what the record has is fetched where `known`. */
async function goOn(desk: Desk, reload: boolean, known: boolean): Promise<Tab> {
  const tab = reload ? await desk.reload() : desk.tab
  if (known) await desk.open(tab)
  return tab
}

const tagsOf = (tab: Tab) => {
  const doc = tagsIn(tab.state().tags, documentId)
  return doc ? tagsNow(doc) : []
}
const dones = (tab: Tab) => trailOf(tab.state().undoTrail, stream).done.map(({ group }) => group)

describe('invariant 8: undo against a foreign edit of the same field', () => {
  test('is refused with both values, who and when, and changes nothing, after a reload too', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('Yes', 'No', 'Unclear'),
        fc.constantFrom('Yes', 'No', 'Unclear'),
        fc.boolean(),
        async (mine, theirs, reload) => {
          fc.pre(mine !== theirs)
          await atDesk(async (desk) => {
            await desk.tab.dispatch(setValue({ documentId, fieldId: fields.responsive.fieldId, value: mine }))
            await desk.tab.dispatch(save({ documentId }))
            await desk.quiet()
            desk.record.foreign(fields.responsive, theirs)
            const tab = await goOn(desk, reload, true)
            const before = [docOf(tab), dones(tab)]
            const rows = desk.record.rows.length
            const { rejected } = await tab.dispatch(undo({ stream }))
            await desk.quiet(tab)
            expect(rejected).toMatch(/Responsive was set to .+ by Ben Novak on .+ UTC; undo would put back/)
            expect([docOf(tab), dones(tab)]).toEqual(before)
            expect(desk.record.valueOf(fields.responsive)).toBe(theirs)
            expect(desk.record.rows).toHaveLength(rows)
          })
        },
      ),
      { numRuns: runs(20) },
    )
  })

  test('is so for tags that exclude each other, known here or only to the record, after a reload too', async () => {
    // 11 and 12 exclude each other; 21 and 22 stand beside each other.
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(null, 11, 12),
        fc.constantFrom(11, 12),
        fc.constantFrom(null, 11, 12),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        async (stood, mine, theirs, known, reload, redone) => {
          fc.pre(stood !== mine && mine !== theirs && stood !== theirs)
          await atDesk(async (desk) => {
            if (stood !== null) desk.record.sheet().tags.add(stood)
            await desk.open()
            await desk.tab.dispatch(applyTags({ documentId, add: [mine, 21], remove: [] }))
            if (redone) {
              await desk.quiet()
              await desk.tab.dispatch(undo({ stream }))
              await desk.quiet()
              await desk.tab.dispatch(redo({ stream }))
            }
            await desk.quiet()
            expect([...desk.record.sheet().tags].sort()).toEqual([mine, 21])
            desk.record.foreignTag('Decision', theirs)
            const tab = await goOn(desk, reload, known)
            const before = [tagsOf(tab), dones(tab)]
            const theirTags = [...desk.record.sheet().tags].sort()
            const { rejected } = await tab.dispatch(undo({ stream }))
            await desk.quiet(tab)
            // What somebody has decided stands, whichever of the two found it out.
            expect([...desk.record.sheet().tags].filter((tagId) => tagId < 20)).toEqual(
              theirs === null ? [] : [theirs],
            )
            if (!known && stood === null) {
              // Nothing would have come in its place: the rest of the step is taken back.
              expect(desk.record.sheet().tags.has(21)).toBe(false)
              expect(tagsOf(tab)).toEqual([...desk.record.sheet().tags].sort())
              return
            }
            expect([...desk.record.sheet().tags].sort()).toEqual(theirTags)
            if (known) {
              expect(rejected).toContain('Decision was changed to')
              expect([tagsOf(tab), dones(tab)]).toEqual(before)
              return
            }
            // The record refused it: it is taken back here, and what the record has is shown.
            expect(tagsIn(tab.state().tags, documentId)?.refused?.message).toContain('Ben Novak')
            expect(tagsOf(tab)).toEqual(theirTags)
          })
        },
      ),
      { numRuns: runs(25) },
    )
  })

  it('leaves the choice: the others alone, or all of it knowingly', async () => {
    for (const choice of ['others', 'overwrite'] as const)
      await atDesk(async (desk) => {
        await desk.tab.dispatch(applyTags({ documentId, add: [11, 21], remove: [] }))
        await desk.quiet()
        desk.record.foreignTag('Decision', 12)
        await desk.open()
        const turned = { on: [11, 21], off: [] }
        expect(tagsMovedIn(desk.tab.state(), documentId, turned).map(({ message }) => message)).toEqual([
          'Decision was changed to Not responsive since; undo would put back no tag.',
        ])
        await desk.tab.dispatch(
          putBack(
            choice === 'others'
              ? { documentId, on: [21], off: [] }
              : { documentId, ...turned, overwrite: true },
          ),
        )
        await desk.quiet()
        expect(desk.record.sheet().tags.has(21)).toBe(false)
        // Taking off what does not stand any more is nothing: somebody else's tag is not touched by it.
        expect(desk.record.sheet().tags.has(12)).toBe(true)
      })
  })

  it('does not stand in the way of tags that stand beside each other', async () => {
    await atDesk(async (desk) => {
      await desk.tab.dispatch(applyTags({ documentId, add: [21], remove: [] }))
      await desk.quiet()
      desk.record.foreignTag('Issues', 22)
      await desk.open()
      expect((await desk.tab.dispatch(undo({ stream }))).rejected).toBeNull()
      await desk.quiet()
      expect([...desk.record.sheet().tags]).toEqual([22])
    })
  })
})
