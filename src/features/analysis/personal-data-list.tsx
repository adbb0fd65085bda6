/** Where personal data stands in a document: looked for when it is asked for, each place leads into the text. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import type { PersonalDataFound } from '#contracts/analysis.ts'
import { textNames } from '#contracts/texts.ts'
import { personalDataFound } from '#src/reads/analysis.ts'
import { dispatch } from '../../commands/dispatch.ts'
import { choosePane } from '../../commands/review.ts'
import { showText } from '../../commands/texts.ts'
import { useHeld } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { number } from '../ui/format.ts'
import { firstButton, useKeptFocus } from '../ui/kept-focus.ts'
import { ErrorState } from '../ui/states.tsx'
import { Section } from './related-section.tsx'
import { rowMark } from './row-walk.ts'

export function PersonalDataList({ documentId }: { readonly documentId: number }): ReactElement {
  const run = useUnit(dispatch)
  const { value: found, failure } = useHeld(personalDataFound, { documentId })
  const find = () => run(personalDataFound.request({ documentId }))
  return (
    <chakra.div ref={useKeptFocus<HTMLDivElement>(firstButton)} tabIndex={-1} outline="none">
      {found !== null && found.totalCount > 0 ? (
        <Places found={found} />
      ) : (
        <Section title="PII" count={found?.totalCount ?? null} shown={0}>
          {failure !== null ? (
            <ErrorState title="PII could not be searched for" message={failure.message} onRetry={find} />
          ) : found === null ? (
            <li>
              <Button size="sm" icon="search" onClick={find}>
                Find PII in its text
              </Button>
            </li>
          ) : (
            <chakra.li color="muted">None was found in its text.</chakra.li>
          )}
        </Section>
      )}
    </chakra.div>
  )
}

function Places({
  found: { documentId, data, totalCount },
}: {
  readonly found: PersonalDataFound
}): ReactElement {
  const run = useUnit(dispatch)
  const severalTexts = new Set(data.map(({ origin, language }) => `${origin} ${language}`)).size > 1
  return (
    <Section title="PII" count={totalCount} shown={data.length}>
      {data.map(({ origin, language, kind, confidence, start, end }) => (
        <chakra.li key={`${origin} ${language} ${start}`}>
          <chakra.button
            type="button"
            {...rowMark}
            display="flex"
            width="full"
            alignItems="center"
            gap="2"
            px="1"
            py="1"
            textAlign="start"
            title="Show it in the text"
            _hover={{ background: 'hover' }}
            onClick={() => {
              run(showText({ documentId, origin, language, place: [start, end - start] }))
              run(choosePane({ pane: 'text' }))
            }}
          >
            <chakra.span flex="1" minWidth="0" truncate>
              {kind}
            </chakra.span>
            <Badge tone={confidence === 'likely' ? 'attention' : 'neutral'} title={meanings[confidence]}>
              {confidence === 'likely' ? 'Likely' : 'Potential'}
            </Badge>
            <chakra.span color="faint" fontSize="xs" fontVariantNumeric="tabular-nums">
              {severalTexts && `${textNames[origin]}, `}character {number(start + 1)}
            </chakra.span>
          </chakra.button>
        </chakra.li>
      ))}
    </Section>
  )
}

const meanings = {
  likely: 'A check sum or a word beside it speaks for it too.',
  potential: 'Only its form speaks for it.',
} as const
