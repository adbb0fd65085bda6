/** Somebody else has changed the production: theirs is looked at, or what was changed here is put over it. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import type { Production } from '#contracts/productions.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import type { Draft } from './use-draft.ts'

export function Conflict({
  recorded,
  draft,
  look,
}: {
  /** As it is held here. */
  readonly recorded: Production
  readonly draft: Draft
  /** Asks for what is on the record now. */
  readonly look: () => void
}): ReactElement {
  const isKnown = recorded.version > draft.version
  return (
    <Notice tone="danger">
      <p>
        Somebody has changed this production since you began. Nothing of yours was saved, and nothing of it is
        lost.
      </p>
      <chakra.div display="flex" gap="2" mt="2" flexWrap="wrap">
        {isKnown ? (
          <>
            <Button size="sm" onClick={draft.discard}>
              Show theirs, discard mine
            </Button>
            <Button size="sm" onClick={draft.rebase}>
              Keep mine, to be saved over theirs
            </Button>
          </>
        ) : (
          <Button size="sm" icon="retry" onClick={look}>
            Fetch what they changed
          </Button>
        )}
      </chakra.div>
    </Notice>
  )
}
