/** What is looked at as it stands in the address, so that a link to a moment can be sent: ids and instants only. */
import {
  firstLook,
  type LookView,
  lookView,
  type PastMoment,
  pastMoment,
} from '#src/events/catalog/reconstruct.ts'

/** The parts of a view that an address says; the list's narrowing names choices, and is left out. */
export function addressOf(view: LookView, projectId: number): string {
  const { filter } = view
  const words = new URLSearchParams()
  const say = (name: string, value: string | number | null) => {
    if (value !== null && value !== '') words.set(name, String(value))
  }
  say('pane', view.pane === firstLook.pane ? null : view.pane)
  say('at', view.playhead && momentWord(view.playhead))
  say('with', view.other && momentWord(view.other))
  say('document', view.documentId)
  say('people', filter.userIds.join('.'))
  say('fields', filter.fieldIds.join('.'))
  say('tags', filter.tagCategoryIds.join('.'))
  say('means', filter.how.join('.'))
  say('of', filter.documentId)
  say('batch', filter.batchId)
  say('from', filter.from)
  say('to', filter.to)
  // Alone it says nothing: the project is the one that is open.
  if (words.size > 0) say('project', projectId)
  return words.toString()
}

/** The view that an address names; what of it cannot be read counts as not said. Null: it names none. */
export function viewIn(search: string): LookView | null {
  const words = new URLSearchParams(search)
  if (![...words.keys()].some((name) => name !== 'project')) return null
  const numbers = (name: string) => (words.get(name) ?? '').split('.').filter(Boolean).map(Number)
  const number = (name: string) => (words.has(name) ? Number(words.get(name)) : null)
  let view: LookView = firstLook
  const take = (change: { readonly [K in keyof LookView]?: unknown }) => {
    const read = lookView.safeParse({ ...view, ...change })
    if (read.success) view = read.data
  }
  const filter = (change: { readonly [K in keyof LookView['filter']]?: unknown }) =>
    take({ filter: { ...view.filter, ...change } })
  take({ pane: words.get('pane') ?? firstLook.pane })
  take({ playhead: momentIn(words.get('at')) })
  take({ other: momentIn(words.get('with')) })
  take({ documentId: number('document') })
  filter({ userIds: numbers('people') })
  filter({ fieldIds: numbers('fields') })
  filter({ tagCategoryIds: numbers('tags') })
  filter({ how: (words.get('means') ?? '').split('.').filter(Boolean) })
  filter({ documentId: number('of') })
  filter({ batchId: number('batch') })
  filter({ from: words.get('from') })
  filter({ to: words.get('to') })
  return view
}

/** The project that a link was made in. */
export function projectIn(search: string): number | null {
  const id = Number(new URLSearchParams(search).get('project') ?? '')
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

const momentWord = ({ at, seq }: PastMoment): string => (seq === null ? at : `${at}~${seq}`)

function momentIn(word: string | null): PastMoment | null {
  if (word === null) return null
  const [at, seq] = word.split('~')
  const read = pastMoment.safeParse({ at, seq: seq === undefined ? null : Number(seq) })
  return read.success ? read.data : null
}
