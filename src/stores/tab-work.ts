/** What goes on in this tab and ends with it, such as files on their way: whoever leaves is asked first. Told by the areas. */
import { createEvent, createStore } from 'effector'

export const tabWorkChanged = createEvent<{ readonly what: string; readonly busy: boolean }>({
  name: 'tabWorkChanged',
  sid: 'tabWorkChanged',
})

const $busy = createStore<ReadonlySet<string>>(new Set(), {
  name: 'tabWork',
  sid: 'tabWork',
  serialize: 'ignore',
}).on(tabWorkChanged, (before, { what, busy }) => {
  if (before.has(what) === busy) return before
  const next = new Set(before)
  if (busy) next.add(what)
  else next.delete(what)
  return next
})

export const $tabWorks = $busy.map((busy) => busy.size > 0)
