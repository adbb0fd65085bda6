/** The document's family, where it has one: the message and everything attached to it, each one click away. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { memo, type ReactElement } from 'react'
import type { DocumentDetail } from '#contracts/documents.ts'
import { dispatch } from '../../commands/dispatch.ts'
import { open } from '../../commands/review.ts'
import { Foreign, marked } from '../ui/foreign.tsx'
import { fileSize } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'

export const FamilyStrip = memo(function FamilyStrip({
  document,
}: {
  readonly document: DocumentDetail
}): ReactElement {
  const run = useUnit(dispatch)
  return (
    <chakra.nav
      aria-label="Family"
      display="flex"
      alignItems="center"
      gap="1"
      px="4"
      py="1"
      overflowX="auto"
      borderTopWidth="1px"
      borderColor="line"
      background="surface"
      flexShrink={0}
    >
      <chakra.span color="faint" fontSize="xs" pr="2" flexShrink={0}>
        Family of {document.family.length}
      </chakra.span>
      {document.family.map((member) => (
        <chakra.button
          key={member.documentId}
          type="button"
          aria-current={member.documentId === document.documentId ? 'true' : undefined}
          onClick={() => run(open({ documentId: member.documentId, position: null }))}
          display="inline-flex"
          alignItems="center"
          gap="1"
          maxWidth="240px"
          height="24px"
          px="2"
          borderRadius="md"
          fontSize="xs"
          flexShrink={0}
          title={`${marked(member.title)} · ${member.controlNumber} · ${fileSize(member.size)}${member.hasText ? '' : ' · no text'}`}
          _hover={{ background: 'hover' }}
          _currentPage={{ background: 'selected' }}
          css={{ '&[aria-current]': { background: 'selected', color: 'accentInk' } }}
        >
          {member.depth > 1 && <Icon name="branch" size={12} />}
          <Icon name={member.recordType === 'E-mail' ? 'mail' : 'attachment'} size={12} />
          <chakra.span truncate>
            <Foreign text={member.title === '' ? '(no name)' : member.title} />
          </chakra.span>
        </chakra.button>
      ))}
    </chakra.nav>
  )
})
