/** Which tab this is: set once by the app on its scope; view state is folded per tab. */
import { createEvent, createStore } from 'effector'

export const tabNamed = createEvent<string>({ name: 'tabNamed', sid: 'tabNamed' })
export const $tabId = createStore('', { name: 'tabId', sid: 'tabId' }).on(tabNamed, (_, id) => id)
