/** What made a text that is not the document's own, and when; sentences of a summary lead to where they stand. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import type { DocumentText, DocumentTextEntry } from '#contracts/texts.ts'
import { day } from '../ui/format.ts'

/** In one line; null for what the document says itself. */
export function madeBy({ origin, engine, at }: DocumentTextEntry): string | null {
  if (engine === null || origin === 'ocr' || origin === 'extracted') return null
  const by = origin === 'extractive' ? 'Extractive: sentences of the document' : `By ${engine}, may be wrong`
  return at === null ? by : `${by} · ${day(at)}`
}

/** An extractive summary: each sentence is one of the text's, and leads there as long as it stands there. */
export function Sentences({
  text,
  sentences,
  onLead,
}: Pick<DocumentText, 'text' | 'sentences'> & {
  readonly onLead: (place: DocumentText['sentences'][number]) => void
}): ReactElement {
  return (
    <chakra.ol
      aria-label="Sentences of the summary"
      height="full"
      overflow="auto"
      background="surface"
      px="5"
      py="4"
      listStyleType="none"
      fontSize="15px"
      lineHeight="24px"
    >
      {text.split('\n').map((sentence, index) => {
        const place = sentences[index]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the sentences of a summary never change their places
          <chakra.li key={index} maxWidth="80ch" mb="2">
            {place === undefined ? (
              sentence
            ) : (
              <chakra.button
                type="button"
                textAlign="left"
                borderRadius="sm"
                px="1"
                mx="-1"
                title="Show it in the text"
                _hover={{ background: 'hover' }}
                onClick={() => onLead(place)}
              >
                {sentence}
              </chakra.button>
            )}
          </chakra.li>
        )
      })}
    </chakra.ol>
  )
}
