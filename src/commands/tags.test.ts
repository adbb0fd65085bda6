import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { redo, undo } from '#src/commands/undo.ts'
import { $unsettled } from '#src/stores/coding-view.ts'
import { type TagsView, tagsView } from '#src/stores/tags.ts'
import { createDesk, type Desk, documentId, stream } from '#tests/support/desk.ts'
import { mayAs } from '#tests/support/may.ts'
import { converge } from '#tests/support/tabs.ts'
import { acceptRefusal, applyTags, initialiseTags, loadTags, quickTag } from './tags.ts'

let desk: Desk
beforeEach(async () => {
  desk = await createDesk()
})
afterEach(async () => {
  expect(desk.tab.faults).toEqual([])
  await desk.close()
})

const apply = async (add: number[], remove: number[] = []) => {
  const { rejected } = await desk.tab.dispatch(applyTags({ documentId, add, remove }))
  await desk.quiet()
  return rejected
}
const view = (tab = desk.tab): TagsView => tagsView(tab.state().tags, documentId, true)
const on = (tab = desk.tab) =>
  view(tab).categories.flatMap((one) => one.tags.filter((tag) => tag.on).map((tag) => tag.name))

describe('tags', () => {
  it('[entity-tag-position] [entity-tag-category-position] stand in the order of their positions', () => {
    expect(view().categories.map((one) => [one.name, one.tags.map((tag) => tag.name)])).toEqual([
      ['Decision', ['Responsive', 'Not responsive']],
      ['Issues', ['Patent', 'Pricing']],
    ])
  })

  it('[tags-quick-tags-name] are put on by one key: quick tags', async () => {
    expect(view().quick.name).toBe('Quick Tags')
    expect(view().quick.tags.map((tag) => [tag.quickKey, tag.name])).toEqual([
      [1, 'Responsive'],
      [2, 'Not responsive'],
      [3, 'Patent'],
    ])
    await desk.tab.dispatch({ type: 'review.open', payload: { documentId, position: null } })
    await desk.tab.dispatch(quickTag({ key: 3 }))
    await desk.quiet()
    expect([...desk.record.sheet().tags]).toEqual([21])
    await desk.tab.dispatch(quickTag({ key: 3 }))
    await desk.quiet()
    expect([...desk.record.sheet().tags]).toEqual([])
    expect((await desk.tab.dispatch(quickTag({ key: 9 }))).rejected).toBe('There is no quick tag 9.')
  })

  it('show at once, and reach the record once, with their undo mark', async () => {
    desk.record.loseAnswers = 1
    const { commandId, envelopes } = await desk.tab.dispatch(
      applyTags({ documentId, add: [11, 21], remove: [] }),
    )
    expect(on()).toEqual(['Responsive', 'Patent'])
    expect(view().saving).toBe(true)
    expect(envelopes[0]?.label).toBe('Tag Responsive, Patent')
    await desk.quiet()
    expect(view().saving).toBe(false)
    const asked = desk.record.asked.filter((one) => one.call === 'tags.apply')
    expect(asked.length).toBeGreaterThan(1)
    expect(asked.every((one) => one.key === commandId)).toBe(true)
    expect(desk.record.rows.map(({ field, newValue }) => [field, newValue])).toEqual([
      ['Issues', ['Patent']],
      ['Decision', ['Responsive']],
    ])
    expect(asked[0]?.body).toMatchObject({ add: [11, 21], remove: [], undo: { kind: 'do', targets: [] } })
  })

  it('of an exclusive category take each other off, and come back by undo', async () => {
    await apply([11])
    await apply([12])
    expect(on()).toEqual(['Not responsive'])
    await desk.tab.dispatch(undo({ stream }))
    await desk.quiet()
    expect([...desk.record.sheet().tags]).toEqual([11])
    expect(desk.record.rows.at(-1)?.how).toBe('undo')
    await desk.tab.dispatch(redo({ stream }))
    await desk.quiet()
    expect([...desk.record.sheet().tags]).toEqual([12])
    expect(desk.record.rows.at(-1)?.how).toBe('redo')
  })

  it('are taken back where the record refuses them', async () => {
    desk.record.refuse = { status: 409, code: 'conflict', message: 'This project is coded with forms.' }
    await apply([21])
    expect(on()).toEqual([])
    expect(view().refused).toMatchObject({ on: [21], off: [], message: 'This project is coded with forms.' })
    expect(await apply([99])).toBe('There is no such tag.')
  })

  it('that were refused wait for the reviewer, wherever he has gone since: to try again, or to leave it', async () => {
    const waiting = () => [...desk.tab.scope.getState($unsettled)]
    const refuse = () => {
      desk.record.refuse = { status: 403, code: 'permission.denied', message: 'Your role has changed.' }
    }
    const accept = async () => (await desk.tab.dispatch(acceptRefusal({ documentId }))).rejected
    refuse()
    await apply([21])
    expect(waiting()).toEqual([[documentId, 'failed']])
    await apply([21])
    expect([...desk.record.sheet().tags]).toEqual([21])
    expect(waiting()).toEqual([])
    expect(await accept()).toBe('No change of this document was refused.')
    refuse()
    await apply([], [21])
    expect(waiting()).toEqual([[documentId, 'failed']])
    expect(await accept()).toBeNull()
    expect(waiting()).toEqual([])
    expect(on()).toEqual(['Patent'])
  })

  it('are not put on by a key where the document is not on the screen, or has been left', async () => {
    await desk.tab.dispatch({ type: 'review.open', payload: { documentId, position: null } })
    const press = async (more: object) => (await desk.tab.dispatch(quickTag({ key: 3, ...more }))).rejected
    expect(await press({ documentId, unseen: true })).toMatch(/^The document is not loaded yet/)
    expect(await press({ documentId: documentId + 1 })).toMatch(/^The document has been left meanwhile/)
    await desk.quiet()
    expect([...desk.record.sheet().tags]).toEqual([])
  })

  it('are not changed back by an answer that is older than what was done since', async () => {
    await apply([21])
    const stale = { documentId, tagIds: [], etag: 'etag-0' }
    await desk.tab.dispatch(initialiseTags(stale))
    expect(on()).toEqual(['Patent'])
    // Another answer is news.
    await desk.tab.dispatch(initialiseTags({ documentId, tagIds: [22], etag: 'etag-9' }))
    expect(on()).toEqual(['Pricing'])
  })

  it('are the same in every tab', async () => {
    const other = await desk.another()
    await apply([21])
    await converge(desk.browser, [desk.tab, other])
    expect(on(other)).toEqual(['Patent'])
  })

  it('[project-feature-codingforms-tags] cannot be changed in a project that is coded with forms', async () => {
    const project = {
      projectId: 1,
      projectName: 'Matter',
      companyId: 1,
      companyName: 'Northwind',
      prefix: 'NWI',
      roleName: 'Reviewer',
      level: 6,
      may: mayAs('Reviewer'),
      settings: { timeZone: 'UTC', precedence: 'standard' as const },
      features: [{ name: 'CodingForms', enabled: true }],
      maxTextSize: 1,
      propagationEnabled: false,
      reviewerTrackingEnabled: true,
      codingIdleTimeout: 15,
      securableGroups: [],
    }
    const load = (features: { name: string; enabled: boolean }[]) =>
      desk.tab.dispatch({ type: 'selection.takeProject', payload: { ...project, features } })
    await load(project.features)
    expect(await apply([21])).toBe('This project is coded with forms: its tags cannot be changed.')
    await load([{ name: 'codingforms', enabled: false }])
    expect(await apply([21])).toBeNull()
  })

  it('are fetched by their effect, and a failure says so and keeps what was there', async () => {
    const bare = await createDesk({ bare: true })
    await bare.tab.dispatch(loadTags({}))
    await bare.quiet()
    expect(bare.tab.state().tags.categories).toHaveLength(2)
    bare.record.down = true
    await bare.tab.dispatch(loadTags({}))
    await bare.quiet()
    expect(bare.tab.state().tags).toMatchObject({ asking: false, fault: expect.any(String) })
    expect(bare.tab.state().tags.categories).toHaveLength(2)
    await bare.close()
  })
})
