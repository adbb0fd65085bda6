/** Drawing a random sample: of what, how large, and by which seed. How many are drawn is said before. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { type Confidence, confidences, sampleSize } from '#contracts/sample-size.ts'
import { type SizeBy, sampleLimits } from '#contracts/samples.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { drawSample } from '#src/commands/search-reports.ts'
import { population } from '#src/reads/search-reports.ts'
import { $reportSave } from '#src/stores/search-reports.ts'
import { useFormSave } from '../fields/form-save.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useFaultFocus } from '../ui/fault-focus.ts'
import { Field } from '../ui/field.tsx'
import { counted, number } from '../ui/format.ts'
import { DraftInput, Select } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { useSets } from './sets.ts'

const ways = [
  { value: 'confidence', label: 'By confidence and margin of error' },
  { value: 'size', label: 'By number of documents' },
]

export function SampleDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const [run, save] = useUnit([dispatch, $reportSave])
  const sets = useSets()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState(sets[0].value)
  const [way, setWay] = useState('confidence')
  const [confidence, setConfidence] = useState<Confidence>(95)
  const [margin, setMargin] = useState('5')
  const [size, setSize] = useState('')
  const [seed, setSeed] = useState('')
  const [tries, setTries] = useState(0)
  const { sending, refusal, begin } = useFormSave(save, onClose)
  const { set } = sets.find(({ value }) => value === chosen) ?? sets[0]
  const { value: all, failure } = useRead(population, { set })
  const nameFault = name.trim() === '' ? 'Give the sample a name.' : null
  const seedFault = /^[\w-]*$/.test(seed.trim())
    ? null
    : 'A seed has letters, digits, hyphens and underscores.'
  const byNumber = way === 'size'
  const sizeFault = byNumber ? faultOfSize(size, all) : faultOfMargin(margin)
  const sizeBy: SizeBy = byNumber ? { size: Number(size) } : { confidence, margin: Number(margin) }
  const inputs = useFaultFocus<HTMLDivElement>(tries, nameFault ?? sizeFault ?? seedFault)
  const shown = (fault: string | null) => (tries > 0 ? fault : null)

  const send = () => {
    setTries(tries + 1)
    if (nameFault !== null || sizeFault !== null || seedFault !== null) return
    const given = seed.trim() === '' ? null : seed.trim()
    run(drawSample({ formKey: begin(), name: name.trim(), set, sizeBy, seed: given }))
  }
  return (
    <Dialog
      open
      title="Draw a random sample"
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={sending}>
            Draw
          </Button>
        </>
      }
    >
      <chakra.div ref={inputs} display="flex" flexDirection="column" gap="3">
        {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
        <Field label="Name" required error={shown(nameFault)}>
          <DraftInput
            data-first
            value={name}
            maxLength={sampleLimits.nameLength}
            autoComplete="off"
            onChange={setName}
          />
        </Field>
        <Field label="Drawn from">
          <Select value={chosen} choices={sets} onChoose={setChosen} />
        </Field>
        <Field label="Size">
          <Select value={way} choices={ways} onChoose={setWay} />
        </Field>
        {byNumber ? (
          <Field label="Documents" required error={shown(sizeFault)}>
            <DraftInput value={size} inputMode="numeric" autoComplete="off" onChange={setSize} />
          </Field>
        ) : (
          <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap="3">
            <Field label="Confidence">
              <Select
                value={String(confidence)}
                choices={confidences.map((level) => ({ value: String(level), label: `${level} %` }))}
                onChoose={(value) =>
                  setConfidence(confidences.find((level) => String(level) === value) ?? 95)
                }
              />
            </Field>
            <Field label="Margin of error, ± percent" required error={shown(sizeFault)}>
              <DraftInput value={margin} inputMode="decimal" autoComplete="off" onChange={setMargin} />
            </Field>
          </chakra.div>
        )}
        <chakra.p role="status" fontSize="sm">
          {all === null
            ? (failure?.message ?? 'Counting the documents …')
            : sizeFault !== null
              ? `The set has ${counted(all, 'document')}.`
              : drawnWords(byNumber ? Number(size) : sampleSize(all, confidence, Number(margin)), all)}
        </chakra.p>
        <Field
          label="Seed"
          error={shown(seedFault)}
          hint="Leave it empty for a new one. The same seed draws the same documents from the same set."
        >
          <DraftInput
            value={seed}
            maxLength={sampleLimits.seedLength}
            autoComplete="off"
            onChange={setSeed}
          />
        </Field>
      </chakra.div>
    </Dialog>
  )
}

const drawnWords = (drawn: number, all: number): string =>
  `${number(drawn)} of ${counted(all, 'document')} ${drawn === 1 ? 'is' : 'are'} drawn.`

function faultOfSize(written: string, all: number | null): string | null {
  if (!/^[1-9]\d{0,6}$/.test(written)) return 'Write a whole number.'
  const most = Math.min(all ?? sampleLimits.size, sampleLimits.size)
  return Number(written) > most ? `At most ${number(most)} can be drawn.` : null
}

const faultOfMargin = (written: string): string | null =>
  /^\d+(\.\d+)?$/.test(written) && Number(written) >= 0.1 && Number(written) <= 50
    ? null
    : 'Write a number from 0.1 to 50.'
