// @vitest-environment jsdom
/** The page of a project's tags. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { ManagedCategory, ManagedTag } from '#contracts/tag-management.ts'
import { renameTag } from '#src/commands/tag-management.ts'
import { mayAs } from '#tests/support/may.ts'
import { type Answers, type Desk, openDesk, Refusal } from '#tests/support/screens.tsx'

let desk: Desk
afterEach(async () => {
  cleanup()
  await desk?.close()
})
const asked = (name: string) => desk.asked.filter((one) => one.name === name)
const list = (data: readonly unknown[]) => ({ data, totalCount: data.length })

/** Tags as a server has them, which does what it is asked. */
class Book {
  categories: ManagedCategory[] = [
    this.#category(1, 'Decision', true, 0),
    this.#category(2, 'Issues', false, 1),
  ]
  tags: ManagedTag[] = [
    this.#tag(11, 1, 'Responsive', { quickKey: 1, documents: 1_204 }),
    this.#tag(12, 1, 'Not responsive'),
    this.#tag(21, 2, 'Patent', { documents: 3 }),
    this.#tag(22, 2, 'Pricing'),
    this.#tag(23, 2, 'Privacy'),
  ]
  #next = 90

  #category(tagCategoryId: number, name: string, exclusive: boolean, position: number): ManagedCategory {
    return { tagCategoryId, name, exclusive, position, version: 1, changedBy: null, changedAt: null }
  }
  #tag(tagId: number, tagCategoryId: number, name: string, more: Partial<ManagedTag> = {}): ManagedTag {
    const rest = { position: 0, quickKey: null, version: 1, changedBy: null, changedAt: null }
    return { tagId, tagCategoryId, name, ...rest, documents: 0, outside: 0, leaves: null, ...more }
  }

  readonly answers: Answers = {
    'project.get': ({ headers }) => ({
      projectId: Number(headers.get('projectId')),
      projectName: 'Larkspur',
      companyId: 1,
      companyName: 'Northwind',
      prefix: 'NW',
      roleName: 'ReviewManager',
      level: 4,
      settings: { timeZone: 'America/New_York', precedence: 'standard' },
      features: [{ name: 'codingforms', enabled: false }],
      maxTextSize: 1_000_000,
      propagationEnabled: true,
      reviewerTrackingEnabled: true,
      codingIdleTimeout: 15,
      securableGroups: [],
      may: mayAs('ReviewManager'),
    }),
    'tags.list': () =>
      list(
        this.categories.map(({ tagCategoryId, name, position, exclusive }) => ({
          tagCategoryId,
          name,
          position,
          exclusive,
          tags: this.tags
            .filter((tag) => tag.tagCategoryId === tagCategoryId)
            .map((tag, place) => ({ ...tag, position: place })),
        })),
      ),
    'tags.listManaged': () => ({ ...list(this.tags), categories: this.categories }),
    'tags.create': ({ body }) => {
      const { tagCategoryId, name } = body as { tagCategoryId: number; name: string }
      const made = this.#tag(this.#next++, tagCategoryId, name)
      this.tags = [...this.tags, made]
      return made
    },
    'tags.change': ({ body, headers }) => {
      const { tagId, ...to } = body as { tagId: number }
      const now = this.tags.find((tag) => tag.tagId === tagId)
      if (now === undefined) return new Refusal(404, 'There is no such tag.')
      if (headers.get('If-Match') !== `"${tagId}.${now.version}"`)
        return new Refusal(412, 'Somebody has changed it.', 'tag.changed', {}, '', { what: 'tag', now })
      const changed = { ...now, ...to, version: now.version + 1 }
      this.tags = this.tags.map((tag) => (tag === now ? changed : tag))
      return changed
    },
    'tags.updatePosition': ({ body }) => {
      const { tagId, position } = body as { tagId: number; position: number }
      const tag = this.tags.find((one) => one.tagId === tagId)
      if (tag === undefined) return new Refusal(404, 'There is no such tag.')
      const own = this.tags.filter((one) => one.tagCategoryId === tag.tagCategoryId && one !== tag)
      const moved = own.toSpliced(position, 0, tag)
      this.tags = [...this.tags.filter((one) => !moved.includes(one)), ...moved]
      return { tagCategoryId: tag.tagCategoryId, tagIds: moved.map((one) => one.tagId) }
    },
    'tags.delete': ({ query }) => {
      this.tags = this.tags.filter((tag) => tag.tagId !== Number(query.tagId))
      return { jobId: query.replacementTagId === undefined ? null : 77, auditIds: [1] }
    },
    'tags.previewMerge': () => ({ documents: 3, both: 1 }),
    'tags.merge': () => ({ jobId: 77, auditIds: [1] }),
    'bulk.get': () => {
      this.tags = this.tags.filter((tag) => tag.tagId !== 21)
      const receipt = {
        ...{ jobId: 77, kind: 'do', rootId: 77, reverses: null, reversedBy: null, commandId: 'command-0001' },
        ...{ what: 'tags', title: 'Merge Patent into Pricing', userId: 1, by: 'Ada', at, endedAt: at },
        ...{ state: 'Completed', rate: null, secondsLeft: null, message: null, documents: 3, done: 3 },
        ...{ writtenDocuments: 3, written: 3, alreadySo: 0 },
        left: { gone: 0, changed: 0, readOnly: 0, refused: 0, direct: 0, held: 0, privilege: 0 },
      }
      return { receipt, chain: [receipt] }
    },
    'bulk.list': () => list([]),
    'bulk.undo': () => ({ jobId: 78, auditIds: [2] }),
    'tagCategories.create': ({ body }) => {
      const { name, exclusive } = body as { name: string; exclusive: boolean }
      const made = this.#category(this.#next++, name, exclusive, 9)
      this.categories = [...this.categories, made]
      return made
    },
    'tagCategories.change': ({ body }) => {
      const { tagCategoryId, ...to } = body as { tagCategoryId: number }
      this.categories = this.categories.map((one) =>
        one.tagCategoryId === tagCategoryId ? { ...one, ...to, version: one.version + 1 } : one,
      )
      return this.categories.find((one) => one.tagCategoryId === tagCategoryId)
    },
    'tagCategories.updatePosition': ({ body }) => {
      const { tagCategoryId, position } = body as { tagCategoryId: number; position: number }
      const moved = this.categories.filter((one) => one.tagCategoryId === tagCategoryId)
      const others = this.categories.filter((one) => one.tagCategoryId !== tagCategoryId)
      this.categories = others.toSpliced(position, 0, ...moved)
      return { tagCategoryIds: this.categories.map((one) => one.tagCategoryId) }
    },
    'tagCategories.delete': ({ query }) => {
      this.categories = this.categories.filter((one) => one.tagCategoryId !== Number(query.tagCategoryId))
    },
  }
}
const at = '2026-03-02T10:00:00.000Z'

let book: Book
const start = async (answers: Answers = {}, role: Parameters<Desk['signIn']>[0] = 'ReviewManager') => {
  book = new Book()
  desk = await openDesk({ ...book.answers, ...answers })
  await desk.signIn(role)
  desk.show('/overview/ProjectSetting/tags')
  await screen.findByRole('heading', { name: 'Tags' })
}
const names = (category: string) =>
  within(screen.getByRole('list', { name: `Tags of ${category}` }))
    .getAllByRole('listitem')
    .map((row) => row.getAttribute('aria-label'))
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const write = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } })
/** By the keyboard, from the first entry on. */
const choose = async (more: string, item: string) => {
  const button = await screen.findByRole('button', { name: more })
  button.focus()
  fireEvent.keyDown(button, { key: 'ArrowDown' })
  const menu = await screen.findByRole('menu')
  const at = within(menu)
    .getAllByRole('menuitem')
    .findIndex((one) => one.textContent?.startsWith(item))
  if (at === -1) throw new Error(`There is no ${item}.`)
  const isOn = (n: number) =>
    waitFor(() =>
      expect(within(menu).getAllByRole('menuitem')[n]?.hasAttribute('data-highlighted')).toBe(true),
    )
  await isOn(0)
  for (let n = 1; n <= at; n++) {
    fireEvent.keyDown(menu, { key: 'ArrowDown' })
    await isOn(n)
  }
  fireEvent.keyDown(menu, { key: 'Enter' })
}
const row = (name: string) => screen.getByRole('listitem', { name })

describe('the page of tags', () => {
  it('shows categories with their tags, how many documents have each, and leads to them', async () => {
    await start()
    await waitFor(() => expect(names('Decision')).toEqual(['Responsive', 'Not responsive']))
    expect(names('Issues')).toEqual(['Patent', 'Pricing', 'Privacy'])
    expect(within(row('Responsive')).getByRole('link').textContent).toBe('1,204 documents')
    expect(within(row('Pricing')).getByText('unused')).toBeTruthy()
    expect(screen.getAllByRole('switch').map((one) => one.getAttribute('aria-checked'))).toEqual([
      'true',
      'false',
    ])
    await desk.rest()
  })

  it('renames a tag in its place; a name that another has is refused where it is written', async () => {
    await start()
    fireEvent.click(await screen.findByRole('button', { name: 'Rename Patent' }))
    const input = await screen.findByRole('textbox', { name: 'Name of the tag' })
    write(input, 'pricing')
    fireEvent.keyDown(input, { key: 'Enter' })
    expect((await screen.findByRole('alert')).textContent).toBe(
      'There is “Pricing” already. Choose another name.',
    )
    write(input, 'Key patent')
    fireEvent.keyDown(input, { key: 'Enter' })
    await screen.findByRole('button', { name: 'Rename Key patent' })
    await waitFor(() => expect(asked('tags.change')).toHaveLength(1))
    const [change] = asked('tags.change')
    expect([change?.body, change?.headers.get('If-Match')]).toEqual([
      { tagId: 21, name: 'Key patent' },
      '"21.1"',
    ])
    // Escape leaves it as it was.
    press('Rename Pricing')
    const other = await screen.findByRole('textbox', { name: 'Name of the tag' })
    write(other, 'Something')
    fireEvent.keyDown(other, { key: 'Escape' })
    await screen.findByRole('button', { name: 'Rename Pricing' })
    await desk.rest()
    expect(asked('tags.change')).toHaveLength(1)
  })

  it('shows both versions where somebody else has changed the tag, and saves mine over it only when told to', async () => {
    await start()
    await screen.findByRole('button', { name: 'Rename Patent' })
    book.tags = book.tags.map((tag) =>
      tag.tagId === 21
        ? { ...tag, name: 'Theirs', quickKey: 4, version: 2, changedBy: 'Ben Novak', changedAt: at }
        : tag,
    )
    press('Rename Patent')
    const input = await screen.findByRole('textbox', { name: 'Name of the tag' })
    write(input, 'Mine')
    fireEvent.keyDown(input, { key: 'Enter' })
    const both = await screen.findByLabelText('Both versions')
    expect(both.textContent).toBe('Now“Theirs”, quick key t 4Yours“Mine”')
    expect(screen.getByRole('alert').textContent).toMatch(
      /^Ben Novak has changed this tag since you looked at it/,
    )
    await screen.findByRole('button', { name: 'Rename Theirs' })
    press('Use mine')
    await screen.findByRole('button', { name: 'Rename Mine' })
    await waitFor(() => expect(screen.queryByLabelText('Both versions')).toBeNull())
    await desk.rest()
    expect(book.tags.find(({ tagId }) => tagId === 21)).toMatchObject({ name: 'Mine', version: 3 })
  })

  it('is in no conflict with itself where one tag is changed twice before the list is there again', async () => {
    await start()
    const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Quick key of Patent' })
    press('Rename Patent')
    const input = await screen.findByRole('textbox', { name: 'Name of the tag' })
    write(input, 'Key patent')
    write(select, '7')
    fireEvent.keyDown(input, { key: 'Enter' })
    await desk.rest()
    expect(asked('tags.change').map(({ headers }) => headers.get('If-Match'))).toEqual(['"21.1"', '"21.2"'])
    expect(screen.queryByLabelText('Both versions')).toBeNull()
    expect(book.tags.find(({ tagId }) => tagId === 21)).toMatchObject({
      name: 'Key patent',
      quickKey: 7,
      version: 3,
    })
  })

  it('shows what is on its way only of changes that this page began', async () => {
    let free: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      free = resolve
    })
    const { 'tags.change': change } = new Book().answers
    await start({
      'tags.change': async (one) => {
        await held
        return change?.(one)
      },
    })
    await screen.findByRole('button', { name: 'Rename Patent' })
    // As the page before a reload did, of which nobody hears any more.
    await desk.app.dispatch(renameTag({ formKey: 'before-1', tagId: 21, version: 1, name: 'Lost' }))
    press('Rename Pricing')
    const input = await screen.findByRole('textbox', { name: 'Name of the tag' })
    write(input, 'Prices')
    fireEvent.keyDown(input, { key: 'Enter' })
    await screen.findByRole('button', { name: 'Rename Prices' })
    expect(screen.getByRole('button', { name: 'Rename Patent' })).toBeTruthy()
    free()
    await desk.rest()
  })

  it('says what a list of a tag shows besides, and how many documents no list shows', async () => {
    const { 'tags.listManaged': _known, ...answers } = new Book().answers
    await start({
      ...answers,
      'tags.listManaged': () => ({
        ...list(book.tags.map((tag) => (tag.tagId === 12 ? { ...tag, name: 'patent', outside: 2 } : tag))),
        categories: book.categories,
      }),
    })
    const patent = await screen.findByRole('listitem', { name: 'Patent' })
    expect(patent.textContent).toContain('listed with Patent of Decision')
    expect(row('patent').textContent).toContain('2 not in review')
    expect(row('patent').textContent).not.toContain('unused')
    await desk.rest()
  })

  it('moves tags with Alt and the arrows, and by dragging; the keyboard stays on what was moved', async () => {
    await start()
    const button = await screen.findByRole('button', { name: 'Rename Privacy' })
    button.focus()
    fireEvent.keyDown(button, { key: 'ArrowUp', altKey: true })
    await waitFor(() => expect(names('Issues')).toEqual(['Patent', 'Privacy', 'Pricing']))
    fireEvent.keyDown(screen.getByRole('button', { name: 'Rename Privacy' }), {
      key: 'ArrowUp',
      altKey: true,
    })
    await waitFor(() => expect(names('Issues')).toEqual(['Privacy', 'Patent', 'Pricing']))
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Rename Privacy')
    expect(screen.getByRole('status', { name: 'Order' }).textContent).toBe('Privacy is now 1 of 3.')
    await desk.rest()
    const handle = row('Pricing').querySelector('[draggable]')
    if (handle === null) throw new Error('There is nothing to drag.')
    const dataTransfer = { setData: () => undefined, effectAllowed: '' }
    fireEvent.dragStart(handle, { dataTransfer })
    fireEvent.dragOver(row('Patent'), { dataTransfer })
    fireEvent.drop(row('Patent'), { dataTransfer })
    await waitFor(() => expect(names('Issues')).toEqual(['Privacy', 'Pricing', 'Patent']))
    await desk.rest()
    expect(asked('tags.updatePosition').map(({ body }) => body)).toEqual([
      { tagId: 23, position: 1, viewPageMode: 'settings' },
      { tagId: 23, position: 0, viewPageMode: 'settings' },
      { tagId: 22, position: 1, viewPageMode: 'settings' },
    ])
    // Into another category nothing is dropped.
    fireEvent.dragStart(handle, { dataTransfer })
    fireEvent.drop(row('Responsive'), { dataTransfer })
    await desk.rest()
    expect(asked('tags.updatePosition')).toHaveLength(3)
  })

  it('[tags-quick-tags-name] gives a tag a quick key that no other has', async () => {
    await start()
    expect(await screen.findByText(/Quick Tags are put on and taken off in review by/)).toBeTruthy()
    const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Quick key of Patent' })
    expect([...select.options].map(({ text }) => text)).toEqual([
      'No key',
      ...[2, 3, 4, 5, 6, 7, 8, 9].map((key) => `t ${key}`),
    ])
    write(select, '7')
    await waitFor(() => expect(book.tags.find(({ tagId }) => tagId === 21)?.quickKey).toBe(7))
    await desk.rest()
    expect(select.value).toBe('7')
  })

  it('makes a category and a tag in it, switches it, moves it and deletes it', async () => {
    await start()
    fireEvent.click(await screen.findByRole('button', { name: 'Add a category' }))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.click(dialog.getByRole('button', { name: 'Add the category' }))
    await dialog.findByText('Write a name.')
    write(dialog.getByLabelText(/^Name/), 'Privilege')
    fireEvent.click(dialog.getByRole('button', { name: 'Add the category' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Add a tag to Privilege' }))
    const input = await screen.findByRole('textbox', { name: 'Name of the new tag of Privilege' })
    write(input, 'Work product')
    fireEvent.keyDown(input, { key: 'Enter' })
    await waitFor(() => expect(names('Privilege')).toEqual(['Work product']))
    const section = within(screen.getByRole('region', { name: 'Privilege' }))
    fireEvent.click(section.getByRole('switch'))
    await waitFor(() => expect(section.getByRole('switch').getAttribute('aria-checked')).toBe('true'))
    await choose('More for Privilege', 'Move up')
    await waitFor(() =>
      expect(screen.getAllByRole('region').map((one) => one.getAttribute('aria-label'))).toEqual(
        expect.arrayContaining(['Decision', 'Privilege', 'Issues']),
      ),
    )
    await desk.rest()
    expect(book.categories.map(({ name, exclusive }) => [name, exclusive])).toEqual([
      ['Decision', true],
      ['Privilege', true],
      ['Issues', false],
    ])
    await choose('More for Privilege', 'Delete')
    const asking = within(await screen.findByRole('dialog'))
    expect(asking.getByText(/no document has any of them/)).toBeTruthy()
    fireEvent.click(asking.getByRole('button', { name: 'Delete the category' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Privilege' })).toBeNull())
    await choose('More for Issues', 'Delete')
    await screen.findByRole('heading', { name: 'Issues is in use' })
    expect(screen.getByText('Patent: 3 documents')).toBeTruthy()
    press('Keep the category')
    await desk.rest()
  })

  it('deletes an unused tag at once, and one that documents have only with another in its place', async () => {
    await start()
    await choose('More for Pricing', 'Delete')
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete the tag' }))
    await waitFor(() => expect(names('Issues')).toEqual(['Patent', 'Privacy']))
    await choose('More for Patent', 'Delete')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/3 documents have this tag/)).toBeTruthy()
    const replace = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete and replace' })
    expect(replace.disabled).toBe(true)
    const by = dialog.getByLabelText<HTMLSelectElement>('In its place')
    // Of a category that takes one tag of a document, nobody gets one unseen.
    expect([...by.options].map(({ text }) => text)).toEqual(['Choose a tag', 'Issues: Privacy'])
    write(by, '23')
    await waitFor(() => expect(replace.disabled).toBe(false))
    fireEvent.click(replace)
    await waitFor(() => expect(asked('tags.delete')).toHaveLength(2))
    expect(asked('tags.delete').map(({ query }) => query)).toEqual([
      { tagId: '22' },
      { tagId: '21', replacementTagId: '23' },
    ])
    await screen.findByText('3 documents changed')
    await desk.rest()
  })

  it('merges two tags after it was said what changes, tells how it goes, and undoes it', async () => {
    await start()
    await choose('More for Patent', 'Merge')
    const dialog = within(await screen.findByRole('dialog'))
    write(dialog.getByLabelText('Into'), '22')
    await dialog.findByText(
      '3 documents with Patent will have Pricing instead. 1 of them have both already, and keep Pricing.',
    )
    fireEvent.click(dialog.getByRole('button', { name: 'Merge' }))
    const change = within(await screen.findByRole('group', { name: 'Merge Patent into Pricing' }))
    await change.findByText('3 documents changed')
    await waitFor(() => expect(names('Issues')).toEqual(['Pricing', 'Privacy']))
    expect(change.getByRole('link', { name: 'Receipt' })).toBeTruthy()
    fireEvent.click(change.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(asked('bulk.undo').map(({ body }) => body)).toMatchObject([{ jobId: 77 }]))
    await desk.rest()
  })

  it('offers no merging to who manages tags and does not change documents', async () => {
    const { 'project.get': opened } = new Book().answers
    await start({
      'project.get': (asked) => ({ ...(opened?.(asked) as object), may: ['project.view', 'tag.manage'] }),
    })
    for (const [more, items] of [
      ['More for Patent', ['Move down']],
      ['More for Privacy', ['Move up', 'Delete']],
    ] as const) {
      const button = await screen.findByRole('button', { name: more })
      button.focus()
      fireEvent.keyDown(button, { key: 'ArrowDown' })
      const menu = within(await screen.findByRole('menu'))
      const shown = menu.getAllByRole('menuitem').map(({ textContent }) => textContent)
      expect(shown).toHaveLength(items.length)
      for (const [at, item] of items.entries()) expect(shown[at]).toMatch(new RegExp(`^${item}`))
      fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' })
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    }
    await desk.rest()
  })

  it('says why the server refused, and who may manage tags', async () => {
    await start({
      'tagCategories.change': () =>
        new Refusal(409, 'Issues cannot take one tag only: NW00000001 has several.'),
    })
    fireEvent.click(within(await screen.findByRole('region', { name: 'Issues' })).getByRole('switch'))
    await screen.findByText('Issues cannot take one tag only: NW00000001 has several.')
    await waitFor(() =>
      expect(
        within(screen.getByRole('region', { name: 'Issues' }))
          .getByRole('switch')
          .getAttribute('aria-checked'),
      ).toBe('false'),
    )
    await desk.rest()
  })

  it('is nothing for reviewers, and for projects that are coded with forms', async () => {
    book = new Book()
    desk = await openDesk()
    await desk.signIn('SeniorReviewer')
    desk.show('/overview/ProjectSetting/tags')
    await screen.findByText('Review managers and stronger roles manage tags.')
    cleanup()
    await desk.close()
    desk = await openDesk()
    await desk.signIn('ReviewManager')
    desk.show('/overview/ProjectSetting/tags')
    await screen.findByRole('heading', { name: 'This project has no tags' })
    await desk.rest()
  })
})
