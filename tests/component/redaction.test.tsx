// @vitest-environment jsdom
/** Redacting pages by the pointer and by the keyboard, labels, conflicts, and what whoever may not sees. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { allCalls } from '#contracts/index.ts'
import { redactionWords } from '#contracts/redactions.ts'
import { lazy } from '#src/areas/lazy.ts'
import { selectProject } from '#src/commands/selection.ts'
import { undo } from '#src/commands/undo.ts'
import { CallFailed } from '#src/effects/failure.ts'
import { PagesPane } from '#src/features/pages/pages-pane.tsx'
import { useAllActions } from '#src/features/ui/actions.tsx'
import { useKeys } from '#src/features/ui/keys.ts'
import { documentRedactionsRead } from '#src/reads/redactions.ts'
import { mayAs } from '#tests/support/may.ts'
import { RedactionRecord } from '#tests/support/redaction-record.ts'
import { type Answer, type Answers, type Desk, openDesk, Refusal } from '#tests/support/screens.tsx'

const documentId = 101
const page = { width: 1000, height: 1000, dpi: 96, fault: null }
let desk: Desk
let record: RedactionRecord

/** The record's write as an answer of this server. */
const write =
  (name: string): Answer =>
  ({ body, headers }) => {
    const contract = allCalls.find((one) => one.name === name)
    if (contract === undefined) throw new Error(`There is no call ${name}`)
    try {
      return record.write(contract, body, headers.get('Idempotency-Key') ?? '')
    } catch (fault) {
      if (!(fault instanceof CallFailed)) throw fault
      const { status, message, code, data } = fault.failure
      return new Refusal(status ?? 500, message, code, {}, '', data)
    }
  }

const answers: Answers = {
  'pages.get': () => ({
    ...{ documentId, state: 'ready', origin: 'native', reason: null, html: null },
    pages: [page, page, page],
  }),
  'pages.texts': () => ({
    documentId,
    data: [
      {
        text: 'Dear counsel\nfind enclosed',
        boxes: [
          ...[1000, 1000, 1900, 1200, 2000, 1000, 3500, 1200],
          ...[1000, 1300, 1800, 1500, 1900, 1300, 3600, 1500],
        ],
      },
      { text: '', boxes: [] },
      { text: '', boxes: [] },
    ],
    totalCount: 3,
  }),
  'redactions.load': () => record.now(),
  'redactions.labels': () => ({
    data: [{ label: 'Attorney-client', reason: '', count: 3 }],
    totalCount: 1,
  }),
  'redactions.save': write('redactions.save'),
  'redactions.clear': write('redactions.clear'),
  'highlights.list': () => ({ data: [], totalCount: 0 }),
}

function Pages() {
  useKeys(useAllActions(), true)
  return <PagesPane documentId={documentId} projectId={11} terms={[]} find={nothing} />
}
const nothing = () => []

const start = async (role: Parameters<Desk['signIn']>[0] = 'ReviewManager') => {
  record = new RedactionRecord(documentId)
  desk = await openDesk(answers)
  await desk.signIn(role)
  await Promise.all((['pages', 'highlights', 'redaction'] as const).map(lazy.load))
  desk.mount(<Pages />)
  await screen.findByRole('region', { name: 'Page images' })
  await waitFor(() => expect(document.querySelector('[data-redaction-layer="1"]')).not.toBeNull())
}
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1032)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(900)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(
    DOMRect.fromRect({ x: 0, y: 0, width: 1000, height: 1000 }),
  )
})
afterEach(async () => {
  cleanup()
  expect(desk.faults).toEqual([])
  await desk.close()
  vi.restoreAllMocks()
})

const layer = (): Element => {
  const found = document.querySelector('[data-redaction-layer="1"]')
  if (found === null) throw new Error('The page has no layer.')
  return found
}
const drag = (from: readonly [number, number], to: readonly [number, number], on: Element = layer()) => {
  fireEvent.pointerDown(on, { clientX: from[0], clientY: from[1], button: 0 })
  fireEvent.pointerMove(on, { clientX: to[0], clientY: to[1] })
  fireEvent.pointerUp(on, { clientX: to[0], clientY: to[1] })
}
const pages = () => screen.getByRole('region', { name: 'Page images' })
const press = (key: string, more: { shiftKey?: boolean; ctrlKey?: boolean } = {}) =>
  fireEvent.keyDown(pages(), { key, ...more })
const take = async () => {
  press('r')
  await screen.findByRole('toolbar', { name: 'Redact' })
}
const boxes = () => [...document.querySelectorAll('[data-redaction]')]
const saved = async (count: number) => {
  await waitFor(() => expect(record.inForce.size).toBe(count))
  await waitFor(() =>
    expect(boxes().every((one) => one.getAttribute('data-standing') === 'saved')).toBe(true),
  )
}
const drawn = () => [...record.inForce.values()].map(({ kind, boxes: at, label }) => [kind, at, label])
const said = () => screen.getByRole('status', { name: 'Redacting' }).textContent

describe('by the pointer', () => {
  it('[redact-and-markup-capability] [rest-post-viewer-save-markup] [rest-any-viewer-load-markup] draws a box, moves it, sizes it and removes it', async () => {
    await start()
    await take()
    drag([100, 100], [300, 200])
    await waitFor(() => expect(boxes()).toHaveLength(1))
    await saved(1)
    expect(drawn()).toEqual([['box', [1000, 1000, 3000, 2000], '']])
    const [box] = boxes()
    drag([150, 150], [250, 160], box)
    await waitFor(() => expect(drawn()[0]?.[1]).toEqual([2000, 1100, 4000, 2100]))
    await waitFor(() => expect(document.querySelectorAll('[data-handle]')).toHaveLength(8))
    const corner = document.querySelector('[data-handle="1,1"]') ?? layer()
    drag([400, 210], [500, 260], corner)
    await waitFor(() => expect(drawn()[0]?.[1]).toEqual([2000, 1100, 5000, 2600]))
    press('Delete')
    await saved(0)
    expect(boxes()).toEqual([])
    // What the keyboard does on a document undoes this too.
    await act(() => desk.app.dispatch(undo({ stream: `document:${documentId}` })))
    await saved(1)
  })

  it('selects words with Alt, a whole page, and all but a box', async () => {
    await start()
    await take()
    fireEvent.pointerDown(layer(), { clientX: 210, clientY: 110, button: 0, altKey: true })
    fireEvent.pointerUp(layer(), { clientX: 150, clientY: 140 })
    await saved(1)
    expect(drawn()[0]).toEqual(['words', [2000, 1000, 3500, 1200, 1000, 1300, 1800, 1500], ''])
    fireEvent.click(screen.getByRole('button', { name: 'All but a box' }))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'All but a box' }).getAttribute('aria-pressed')).toBe('true'),
    )
    drag([500, 500], [600, 600])
    await saved(2)
    expect(drawn()[1]).toEqual(['inverse', [5000, 5000, 6000, 6000], ''])
  })

  it('puts the same box on a range of pages in one gesture', async () => {
    await start()
    await take()
    drag([100, 100], [300, 200])
    await saved(1)
    const box = boxes()[0]
    drag([150, 150], [150, 150], box)
    fireEvent.click(await screen.findByRole('button', { name: 'Same box on pages …' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Redact' }))
    await waitFor(() => expect(record.inForce.size).toBe(3))
    const gestures = [...record.inForce.values()].map(({ page: on, gesture }) => [on, gesture])
    expect(gestures.map(([on]) => on)).toEqual([1, 2, 3])
    expect(gestures[1]?.[1]).toBe(gestures[2]?.[1])
  })
})

describe('by the keyboard alone', () => {
  it('goes from word to word, extends, redacts, and says where it is', async () => {
    await start()
    await take()
    await waitFor(() => {
      press('ArrowRight')
      expect(said()).toBe('Dear')
    })
    press('ArrowRight')
    expect(said()).toBe('counsel')
    press('ArrowRight', { shiftKey: true })
    expect(said()).toBe('find, 2 words')
    press('Enter')
    await saved(1)
    expect(drawn()[0]).toEqual(['words', [2000, 1000, 3500, 1200, 1000, 1300, 1800, 1500], ''])
  })

  it('places a box in the middle, moved and sized by arrows, and moves it again once it is selected', async () => {
    await start()
    await take()
    press('b')
    press('ArrowRight', { ctrlKey: true })
    press('ArrowDown', { shiftKey: true })
    press('Enter')
    await saved(1)
    expect(drawn()[0]).toEqual(['box', [4400, 4800, 6400, 5240], ''])
    press('Tab')
    expect(said()).toBe('Redaction of a box on page 1.')
    press('ArrowUp')
    press('ArrowUp')
    await waitFor(() => expect(drawn()[0]?.[1]).toEqual([4400, 4720, 6400, 5160]))
    // Several keys were one change.
    expect(record.written).toHaveLength(2)
    press('Escape')
    press('Escape')
    await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Redact' })).toBeNull())
  })
})

describe('labels', () => {
  it("[label-prompt] [label-no-label-option] [limit-label-40] are typed or chosen, offered again, and none is 'No Label'", async () => {
    await start()
    await take()
    const input = (): HTMLInputElement => screen.getByRole('combobox', { name: redactionWords.labelPrompt })
    expect([input().placeholder, input().maxLength]).toEqual(['Enter a label', 40])
    const offered = () => [...(input().list?.options ?? [])].map(({ value }) => value)
    await waitFor(() => expect(offered()).toEqual(['No Label', 'Attorney-client']))
    fireEvent.change(input(), { target: { value: 'Attorney-client' } })
    fireEvent.keyDown(input(), { key: 'Enter' })
    await desk.rest()
    drag([100, 100], [300, 200])
    drag([400, 400], [500, 500])
    await saved(2)
    expect(drawn().map(([, , label]) => label)).toEqual(['Attorney-client', 'Attorney-client'])
    drag([150, 150], [150, 150], boxes()[0])
    await screen.findByRole('button', { name: 'Remove' })
    fireEvent.change(input(), { target: { value: 'No Label' } })
    fireEvent.blur(input())
    await waitFor(() => expect(drawn().map(([, , label]) => label)).toEqual(['', 'Attorney-client']))
  })
})

describe('a label that was begun', () => {
  const input = (): HTMLInputElement => screen.getByRole('combobox', { name: redactionWords.labelPrompt })
  const begin = async () => {
    await start()
    await take()
    drag([100, 100], [300, 200])
    drag([400, 400], [500, 500])
    await saved(2)
    drag([150, 150], [150, 150], boxes()[0])
    await screen.findByRole('button', { name: 'Remove' })
    fireEvent.change(input(), { target: { value: 'Trade secret' } })
  }
  const labels = () => drawn().map(([, , label]) => label)

  it('is of the redaction for which it was typed, also where another one is chosen next', async () => {
    await begin()
    drag([450, 450], [450, 450], boxes()[1])
    await waitFor(() => expect(labels()).toEqual(['Trade secret', '']))
    await waitFor(() => expect(input().value).toBe(''))
  })

  it('is dropped by Escape, and one that is undone is not said again', async () => {
    await begin()
    input().focus()
    fireEvent.keyDown(input(), { key: 'Escape' })
    await desk.rest()
    expect([labels(), input().value]).toEqual([['', ''], ''])
    fireEvent.change(input(), { target: { value: 'Trade secret' } })
    fireEvent.blur(input())
    await waitFor(() => expect(labels()).toEqual(['Trade secret', '']))
    await act(() => desk.app.dispatch(undo({ stream: `document:${documentId}` })))
    await waitFor(() => expect(labels()).toEqual(['', '']))
    await waitFor(() => expect(input().value).toBe(''))
    fireEvent.blur(input())
    await desk.rest()
    expect(labels()).toEqual(['', ''])
  })
})

describe('what stands against it', () => {
  it('gives a reviewer nothing to change on the redaction of somebody else, and says whose it is', async () => {
    await start('Reviewer')
    await take()
    drag([100, 100], [300, 200])
    await saved(1)
    record.give([...record.inForce.keys()][0] ?? '')
    await act(() => desk.app.dispatch(documentRedactionsRead.request({ documentId })))
    drag([150, 150], [250, 150], boxes()[0])
    expect(await screen.findByText(/yours to look at/)).toBeTruthy()
    expect(document.querySelector('[data-handle]')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
    press('Delete')
    expect(said()).toContain('This redaction is by Dana.')
    await desk.rest()
    expect(drawn()[0]?.[1]).toEqual([1000, 1000, 3000, 2000])
  })

  it('lets the pointer through where all but a box is covered', async () => {
    await start()
    await take()
    fireEvent.click(screen.getByRole('button', { name: 'All but a box' }))
    await desk.rest()
    drag([500, 500], [600, 600])
    await saved(1)
    // What is filled is what the pointer finds: the page without the box.
    const path = boxes()[0]?.querySelector('path')
    expect(path?.getAttribute('fill-rule')).toBe('evenodd')
    expect(path?.getAttribute('d')?.match(/z/g)).toHaveLength(2)
  })

  it('is taken up again from a preview, with the tool that was held', async () => {
    await start()
    await take()
    press('R', { shiftKey: true })
    await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Redact' })).toBeNull())
    expect(screen.getByRole('button', { name: 'Redact' }).getAttribute('aria-pressed')).toBe('false')
    await take()
    expect(screen.queryByText(/^Preview: /)).toBeNull()
  })

  it('keeps the keyboard on the pages when the button that removes goes', async () => {
    await start()
    await take()
    drag([100, 100], [300, 200])
    await saved(1)
    drag([150, 150], [150, 150], boxes()[0])
    const remove = await screen.findByRole('button', { name: 'Remove' })
    remove.focus()
    fireEvent.click(remove)
    await saved(0)
    expect(document.activeElement).toBe(pages())
  })

  it('shows who removed what somebody has moved, and keeps the own box until he decides', async () => {
    await start()
    await take()
    drag([100, 100], [300, 200])
    await saved(1)
    record.foreignRemoval([...record.inForce.keys()][0] ?? '')
    drag([150, 150], [250, 150], boxes()[0])
    const note = await screen.findByRole('alert')
    expect(note.textContent).toContain('Dana removed this redaction on')
    fireEvent.click(within(note).getByRole('button', { name: 'Keep yours' }))
    await saved(1)
    expect(drawn()[0]?.[1]).toEqual([2000, 1000, 4000, 2000])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('draws without the network, dashed, and delivers when it is back', async () => {
    await start()
    await take()
    desk.setOnline(false)
    drag([100, 100], [300, 200])
    await waitFor(() => expect(boxes()[0]?.getAttribute('data-standing')).toBe('saving'))
    expect(await screen.findByText('1 change not saved yet')).toBeTruthy()
    act(() => desk.setOnline(true))
    await saved(1)
  })

  it("[msg-clear-redactions-confirm] clears all after asking in the product's words", async () => {
    await start()
    await take()
    drag([100, 100], [300, 200])
    await saved(1)
    fireEvent.click(screen.getByRole('button', { name: 'Redactions (1)' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Clear all …' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain(redactionWords.clearAll)
    fireEvent.click(within(dialog).getByRole('button', { name: 'Clear all' }))
    await waitFor(() => expect(record.inForce.size).toBe(0))
    const removed = await screen.findByRole('list', { name: 'Removed' })
    fireEvent.click(await within(removed).findByRole('button', { name: 'Restore' }))
    await saved(1)
  })

  it('shows neither boxes nor a tool to whoever may not see under redactions', async () => {
    record = new RedactionRecord(documentId)
    desk = await openDesk(answers)
    await desk.signIn('Default')
    expect(mayAs('Default')).not.toContain('redaction.see')
    await Promise.all((['pages', 'highlights', 'redaction'] as const).map(lazy.load))
    desk.mount(<Pages />)
    await screen.findByRole('region', { name: 'Page images' })
    expect(document.querySelector('[data-redaction-layer]')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Redact' })).toBeNull()
    expect(desk.asked.some(({ name }) => name.startsWith('redactions.'))).toBe(false)
  })

  it('[store-cookie-redact-stay-state] says in a cookie that the tool stays held', async () => {
    await start()
    await take()
    await waitFor(() => expect(desk.cookies.get('redactViewerStayState')).toBe('true'))
    press('Escape')
    await waitFor(() => expect(desk.cookies.get('redactViewerStayState')).toBe('false'))
  })

  it('[switch-project-redact-cookie] is reset by a switch of the project', async () => {
    await start()
    await take()
    await waitFor(() => expect(desk.cookies.get('redactViewerStayState')).toBe('true'))
    await act(() => desk.app.dispatch(selectProject({ clientId: 1, projectId: 12 })))
    await waitFor(() => expect(desk.cookies.get('redactViewerStayState')).toBe('false'))
  })
})
