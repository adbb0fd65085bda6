/** Under what is put together in the bulk panel: what will happen, to how many, and the button. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { applyBulk } from '#src/commands/bulk.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { pickCount } from '#src/events/bulk/picks.ts'
import type { BulkChangeAsked } from '#src/events/catalog/bulk.ts'
import { $picks } from '#src/stores/bulk.ts'
import { $list } from '#src/stores/review.ts'
import { focusList } from '../review/list-focus.ts'
import { RefusalNotice } from '../review/refusal-notice.tsx'
import { Button } from '../ui/button.tsx'
import { counted } from '../ui/format.ts'

/** What is put together: said only when it is applied. */
export interface Plan {
  readonly title: string
  readonly change: BulkChangeAsked
  readonly fault: string | null
}

const said = ['coding'] as const

/** Never scrolls away: what will happen, to how many, and the button. */
export function Foot({ plan, empty }: { readonly plan: Plan; readonly empty: boolean }): ReactElement {
  const { run, picks, list } = useUnit({ run: dispatch, picks: $picks, list: $list })
  const [families, setFamilies] = useState(false)
  const count = pickCount(picks, list?.totalCount ?? 0)
  const { title, change, fault } = plan
  return (
    <chakra.footer position="relative" borderTopWidth="1px" borderColor="line" px="3" py="2" flexShrink={0}>
      <RefusalNotice about={said} at="above" />
      <chakra.label display="flex" gap="2" alignItems="center" fontSize="xs" pb="2">
        <input type="checkbox" checked={families} onChange={(event) => setFamilies(event.target.checked)} />
        With all members of their families
      </chakra.label>
      <chakra.p role="status" fontSize="sm" pb="2" data-testid="bulk-sentence">
        {count === 0
          ? 'No document is selected: select some in the list with x, Ctrl+click or Shift with the arrows.'
          : empty
            ? `${counted(count, 'document')} selected. Choose above what is to change.`
            : `${title} on ${counted(count, 'document')}${families ? ' and their families' : ''}. Nothing is propagated, and it can be undone as one step.`}
      </chakra.p>
      <Button
        look="primary"
        width="full"
        disabled={empty || fault !== null || count === 0}
        onClick={() => {
          run(applyBulk({ title, families, change }))
          focusList()
        }}
      >
        Apply to {counted(count, 'document')}
      </Button>
    </chakra.footer>
  )
}
