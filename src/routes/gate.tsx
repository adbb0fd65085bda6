/** The page of somebody who is not signed in, with as little as it needs. */
import { ChakraProvider } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { SignInScreen } from '../features/session/sign-in-screen.tsx'
import { system } from '../features/ui/system.ts'

export function Gate(): ReactElement {
  return (
    <ChakraProvider value={system}>
      <SignInScreen />
    </ChakraProvider>
  )
}
