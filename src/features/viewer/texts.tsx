/** The text of a document that has several, or one that was recognised: which is read, what made it, and how far it is to be trusted. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ComponentProps, type ReactElement, useCallback, useEffect } from 'react'
import type { DocumentDetail } from '#contracts/documents.ts'
import type { DocumentText, DocumentTextEntry } from '#contracts/texts.ts'
import { dispatch } from '../../commands/dispatch.ts'
import { showText } from '../../commands/texts.ts'
import { $textShown, textCache, textKey } from '../../stores/texts.ts'
import { useAnswer } from '../ui/answer.ts'
import { counted, day } from '../ui/format.ts'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { ledRule, markLed } from './led-to.ts'
import { madeBy, Sentences } from './made-by.tsx'
import type { TextRange } from './places.ts'
import { TextBody } from './text-body.tsx'
import { markUnsure, unsureRule } from './unsure-words.ts'

interface Props extends Pick<ComponentProps<typeof TextBody>, 'find' | 'focused' | 'onHits'> {
  readonly document: DocumentDetail
}

const none: DocumentText['unsure'] = []

export function Texts({ document, ...body }: Props): ReactElement | null {
  const { documentId, texts } = document
  const { chosen, run } = useUnit({ chosen: $textShown, run: dispatch })
  const shown =
    texts.find((one) => chosen?.documentId === documentId && nameOf(one) === nameOf(chosen)) ?? texts[0]
  const answer = useAnswer(textCache, shown === undefined ? '' : textKey(documentId, shown))
  // One that was recognised anew since it was fetched is another text.
  const value = answer.value?.at === shown?.at ? answer.value : null
  // The first came with the document; which of its words are unsure did not.
  const first = shown === texts[0]
  const ask =
    value === null && shown !== undefined && (!first || shown.origin === 'ocr') ? nameOf(shown) : null
  const read = useCallback(
    ({ origin, language }: Pick<DocumentTextEntry, 'origin' | 'language'>, at: TextRange | null) =>
      run(showText({ documentId, origin, language, place: at === null ? null : [...at] })),
    [run, documentId],
  )
  const place =
    chosen?.documentId === documentId && nameOf(shown ?? null) === nameOf(chosen) ? chosen.place : null
  useEffect(() => {
    if (ask !== null && shown !== undefined) read(shown, place)
  }, [ask, shown, place, read])
  const unsure = value?.unsure ?? none
  const decorate = useCallback(
    (element: Element) => {
      const marks = [markUnsure(element, unsure), ...(place === null ? [] : [markLed(element, place)])]
      return () => {
        for (const unmark of marks) unmark()
      }
    },
    [unsure, place],
  )
  const { onHits } = body
  const isSentences = shown?.origin === 'extractive' && value !== null
  useEffect(() => {
    // What was marked in the text before is not marked here.
    if (isSentences) onHits([])
  }, [isSentences, onHits])
  if (shown === undefined) return null
  const text = value?.text ?? (first ? document.text : null)
  const { source } = shown
  const made = madeBy(shown)
  return (
    <chakra.div display="flex" flexDirection="column" height="full">
      <style>{unsureRule + ledRule}</style>
      <chakra.div
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        gap="1"
        px="5"
        py="1"
        fontSize="xs"
        color="muted"
        background="surface"
        borderBottomWidth="1px"
        borderColor="line"
      >
        <chakra.div role="group" aria-label="Texts of the document">
          {texts.map((one) => (
            <chakra.button
              key={nameOf(one)}
              type="button"
              aria-pressed={one === shown}
              onClick={() => read(one, null)}
              height="24px"
              px="2"
              borderRadius="md"
              _hover={{ background: 'hover' }}
              css={{ '&[aria-pressed=true]': { color: 'accentInk', background: 'selected' } }}
            >
              {one.name}
              {one.origin === 'translated' && one.language !== null && ` (${one.language})`}
            </chakra.button>
          ))}
        </chakra.div>
        <chakra.span flex="1" />
        {made !== null && <span data-testid="made-by">{made}</span>}
        {shown.confidence !== null && (
          <span data-testid="ocr-confidence" title={shown.engine ?? undefined}>
            {[
              `${shown.confidence} % sure`,
              ...(unsure.length > 0 ? [`${counted(unsure.length, 'unsure word')} underlined`] : []),
              ...(shown.at === null ? [] : [day(shown.at)]),
            ].join(' · ')}
          </span>
        )}
      </chakra.div>
      <chakra.div flex="1" minHeight="0">
        {isSentences && source !== null ? (
          <Sentences text={value.text} sentences={value.sentences} onLead={(at) => read(source, at)} />
        ) : text !== null ? (
          <TextBody text={text} decorate={decorate} {...body} />
        ) : answer.failure === null ? (
          <Skeleton rows={8} />
        ) : (
          <ErrorState
            title="The text could not be loaded"
            message={answer.failure.message}
            onRetry={() => read(shown, place)}
          />
        )}
      </chakra.div>
      {shown.truncated && (
        <chakra.p role="note" px="4" py="1" fontSize="xs" color="attentionInk" background="attentionGround">
          {made === null
            ? 'The text is longer than the project keeps searchable: what follows is cut off.'
            : 'It is made of the beginning of a longer text.'}
        </chakra.p>
      )}
    </chakra.div>
  )
}

const nameOf = (one: Pick<DocumentTextEntry, 'origin' | 'language'> | null): string =>
  one === null ? '' : `${one.origin}:${one.language ?? ''}`
