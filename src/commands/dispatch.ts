/** The one door to the bus for screens: `const run = useUnit(dispatch)`; the app (src/app.ts) wires it to its bus. */
import { createEvent } from 'effector'
import type { CommandInput } from './define.ts'

export const dispatch = createEvent<CommandInput>({ name: 'dispatch', sid: 'dispatch' })
