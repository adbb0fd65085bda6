/** How text is recognised: the languages that pages may be written in, and whether anybody has to ask for it. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useId } from 'react'
import { type OcrLanguage, ocrLanguages } from '#contracts/processing.ts'
import { Fault } from '../ui/field.tsx'

interface Recognition {
  readonly ocrLanguages: readonly OcrLanguage[]
  readonly autoOcr: boolean
}

const names = new Intl.DisplayNames('en', { type: 'language' })

export function RecognitionFields({
  ocrLanguages: chosen,
  autoOcr,
  error,
  onChange,
}: Recognition & {
  readonly error: string | null
  readonly onChange: (to: Partial<Recognition>) => void
}): ReactElement {
  const id = useId()
  const choose = (language: OcrLanguage, on: boolean): void =>
    onChange({
      ocrLanguages: ocrLanguages.filter((one) => (one === language ? on : chosen.includes(one))),
    })
  return (
    <chakra.fieldset border="0" minWidth="0" aria-describedby={`${id}-said`}>
      <chakra.legend fontSize="xs" fontWeight={600} color="muted" pb="1">
        Languages of text recognition
      </chakra.legend>
      <chakra.div
        display="grid"
        gridTemplateColumns="repeat(auto-fill, minmax(112px, 1fr))"
        columnGap="3"
        borderWidth="1px"
        borderColor={error === null ? 'control' : 'danger'}
        borderRadius="md"
        px="3"
        py="1"
      >
        {ocrLanguages.map((language) => (
          <chakra.label key={language} display="flex" alignItems="center" gap="2" height="28px">
            <input
              type="checkbox"
              checked={chosen.includes(language)}
              aria-invalid={error === null ? undefined : true}
              onChange={(event) => choose(language, event.target.checked)}
            />
            {names.of(language)}
          </chakra.label>
        ))}
      </chakra.div>
      {error === null ? (
        <chakra.p id={`${id}-said`} fontSize="xs" color="faint" pt="1">
          Those that scans and pictures are written in, and no others: the more are chosen, the more easily an
          accent is missed. What was recognised before stays until it is recognised anew.
        </chakra.p>
      ) : (
        <chakra.div pt="1">
          <Fault id={`${id}-said`}>{error}</Fault>
        </chakra.div>
      )}
      <chakra.label display="flex" gap="2" alignItems="flex-start" mt="2">
        <chakra.span pt="0.5">
          <input
            type="checkbox"
            checked={autoOcr}
            onChange={(event) => onChange({ autoOcr: event.target.checked })}
          />
        </chakra.span>
        Run OCR on scans and pictures when the import that brings them ends
      </chakra.label>
    </chakra.fieldset>
  )
}
