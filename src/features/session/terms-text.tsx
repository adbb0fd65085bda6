import { chakra } from '@chakra-ui/react'
import { Fragment, type ReactElement } from 'react'

export interface Block {
  readonly kind: 'heading' | 'paragraph'
  readonly text: string
}

/** The terms as headings and paragraphs; their title and version stand above them on the page and are left out. */
export function blocksOf(text: string, version: string | null): readonly Block[] {
  return text
    .split(/\r?\n\s*\r?\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '' && !/^# /.test(block) && block !== `Version ${version}`)
    .map((block) =>
      /^#{2,} /.test(block)
        ? { kind: 'heading', text: block.replace(/^#+ /, '') }
        : { kind: 'paragraph', text: block },
    )
}

export function TermsText({
  text,
  version,
}: {
  readonly text: string
  readonly version: string | null
}): ReactElement {
  return (
    <>
      {blocksOf(text, version).map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text stays as it is
        <Fragment key={at}>
          {block.kind === 'heading' ? (
            <chakra.h2 fontSize="md" fontWeight={600} mt="6" mb="1">
              {block.text}
            </chakra.h2>
          ) : (
            <chakra.p mb="3" whiteSpace="pre-line">
              {block.text}
            </chakra.p>
          )}
        </Fragment>
      ))}
    </>
  )
}
