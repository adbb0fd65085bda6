/** Everything that is shown: the screens of all addresses, and the messages over them. */
import { ChakraProvider } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { lazy, type ReactElement, Suspense } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { ActionsProvider } from '../features/ui/actions.tsx'
import { system } from '../features/ui/system.ts'
import { $everSaid } from '../stores/toasts.ts'
import { Screens } from './table.tsx'

// Nothing moves and nothing is said in the first moment: motion comes with the first message.
const Messages = lazy(async () => ({ default: (await import('../features/shell/messages.tsx')).Messages }))

export function Desk(): ReactElement {
  const said = useUnit($everSaid)
  return (
    <ChakraProvider value={system}>
      <ActionsProvider>
        <BrowserRouter>
          <Screens />
        </BrowserRouter>
        <Suspense>{said && <Messages />}</Suspense>
      </ActionsProvider>
    </ChakraProvider>
  )
}
