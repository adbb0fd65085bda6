/** The three panes where they do not fit beside each other: one at a time. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { $bulkOpen } from '../../stores/bulk.ts'
import { $currentDocument } from '../../stores/review.ts'
import { Foreign } from '../ui/foreign.tsx'
import { RefusalNotice } from './refusal-notice.tsx'
import { ofBoth, ofDocument } from './refusal-places.ts'
import { StatusLine } from './status-line.tsx'

const paneNames = ['List', 'Document', 'Coding'] as const
export type PaneName = (typeof paneNames)[number]

/** Where three panes do not fit: one at a time. */
export function OnePane({
  pane,
  onPane,
  list,
  viewer,
  right,
}: {
  readonly pane: PaneName
  readonly onPane: (pane: PaneName) => void
  readonly list: ReactElement
  readonly viewer: ReactElement
  readonly right: ReactElement
}): ReactElement {
  const bulk = useUnit($bulkOpen)
  return (
    <chakra.div display="flex" flexDirection="column" height="full" minHeight="0">
      <chakra.div
        role="group"
        aria-label="Panes"
        display="flex"
        background="surface"
        borderBottomWidth="1px"
        borderColor="line"
      >
        {paneNames.map((name) => (
          <chakra.button
            key={name}
            type="button"
            aria-pressed={pane === name}
            onClick={() => onPane(name)}
            flex="1"
            height="36px"
            fontSize="sm"
            color="muted"
            css={{
              '&[aria-pressed=true]': {
                color: 'accentInk',
                boxShadow: 'inset 0 -2px 0 var(--af-colors-accent)',
              },
            }}
          >
            {name}
          </chakra.button>
        ))}
      </chakra.div>
      {pane === 'Coding' && !bulk && <WhichDocument />}
      <chakra.div flex="1" minHeight="0" minWidth="0">
        {pane === 'List' ? list : pane === 'Document' ? viewer : right}
      </chakra.div>
      <chakra.div position="relative">
        {pane !== 'Document' && <RefusalNotice about={pane === 'List' ? ofBoth : ofDocument} at="above" />}
        <StatusLine />
      </chakra.div>
    </chakra.div>
  )
}

/** Where the form is alone in view: what is being coded. */
function WhichDocument(): ReactElement | null {
  const document = useUnit($currentDocument)
  if (document === null) return null
  return (
    <chakra.p
      aria-label="Document in view"
      px="3"
      py="1"
      fontSize="sm"
      background="sunken"
      borderBottomWidth="1px"
      borderColor="line"
      flexShrink={0}
      truncate
    >
      <chakra.span fontFamily="mono" fontSize="xs" color="muted" pr="2">
        {document.controlNumber}
      </chakra.span>
      <Foreign text={document.title === '' ? '(no subject)' : document.title} />
    </chakra.p>
  )
}
