/** Another tab has gone to another project while this one has work that is not saved. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { useNavigate } from 'react-router-dom'
import { dispatch } from '#src/commands/dispatch.ts'
import { followChange } from '#src/commands/selection.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

export function OfferBar(): ReactElement {
  const run = useUnit(dispatch)
  const navigate = useNavigate()
  return (
    <chakra.div
      role="status"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="2"
      px="3"
      py="1.5"
      background="attentionGround"
      color="attentionInk"
      borderBottomWidth="1px"
      borderColor="attentionBar"
    >
      <Icon name="warning" />
      <chakra.span flex="1" minWidth="240px">
        Another tab has opened another project. This tab holds coding that is not saved: save it first, then
        follow. What you do not save stays in the log of this project.
      </chakra.span>
      <Button
        size="sm"
        onClick={() => {
          run(followChange({}))
          void navigate('/overview')
        }}
      >
        Follow now
      </Button>
    </chakra.div>
  )
}
