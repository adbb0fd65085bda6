/** Everything that is shown: the screens of all addresses, and the messages over them. */
import { ChakraProvider } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { Activity, type ReactElement } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { ActionsProvider } from '../features/ui/actions.tsx'
import { part } from '../features/ui/part.tsx'
import { Skeleton } from '../features/ui/states.tsx'
import { system } from '../features/ui/system.ts'
import { $past } from '../stores/timeline.ts'
import { $everSaid } from '../stores/toasts.ts'
import { Screens } from './table.tsx'

// Nothing moves and nothing is said in the first moment: motion comes with the first message.
const Messages = part(() => import('../features/shell/messages.tsx').then((module) => module.Messages))
const PastWindow = part(
  () => import('./past-window.tsx').then((module) => module.PastWindow),
  <Skeleton rows={8} />,
)

export function Desk(): ReactElement {
  const [said, past] = useUnit([$everSaid, $past])
  return (
    <ChakraProvider value={system}>
      <ActionsProvider>
        {/* While the window shows the past, the present waits as it is, and hears no keys. */}
        <Activity mode={past === null ? 'visible' : 'hidden'}>
          <AddressBar />
        </Activity>
        {past !== null && <PastWindow {...past} />}
        {said && <Messages />}
      </ActionsProvider>
    </ChakraProvider>
  )
}

/**
 * The screens by the address of the window. A new address is drawn at once, as far as its screen is there: one that was left
 * standing until then would go on writing its own address over it.
 */
export function AddressBar(): ReactElement {
  return (
    <BrowserRouter useTransitions={false}>
      <Screens />
    </BrowserRouter>
  )
}
