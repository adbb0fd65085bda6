import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import type { UnsettledDocument } from '../coding-form/use-unsettled.ts'
import { number } from '../ui/format.ts'
import { Menu } from '../ui/menu.tsx'

const words = { failed: 'not saved', conflict: 'in conflict', edited: 'edited, not saved' } as const
const kinds = ['failed', 'conflict', 'edited'] as const

/** What waits for the reviewer, in figures; it opens to the documents, and each of them leads there. */
export function Open({ documents }: { readonly documents: readonly UnsettledDocument[] }): ReactElement {
  const groups = kinds.flatMap((kind) => {
    const own = documents.filter(({ what }) => what === kind)
    return own.length === 0 ? [] : [{ label: `${number(own.length)} ${words[kind]}`, own }]
  })
  return (
    <Menu
      trigger={
        <chakra.button type="button" color="attentionInk" textDecoration="underline">
          {groups.map(({ label }) => label).join(' · ')}
        </chakra.button>
      }
      groups={groups.map(({ label, own }) => ({
        label,
        items: own.map(({ documentId, controlNumber, title, open }) => ({
          id: String(documentId),
          label: controlNumber,
          note: title || undefined,
          run: open,
        })),
      }))}
    />
  )
}
