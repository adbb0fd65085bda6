/** How pages or documents are numbered, with the next number that is free. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { batesPrefix, productionLimits } from '#contracts/production-settings.ts'
import { productionPrefix } from '#src/reads/production.ts'
import { useRead } from '../../ui/answer.ts'
import { Field } from '../../ui/field.tsx'
import { Select, TextInput } from '../../ui/input.tsx'
import { faultIn } from '../faults.ts'
import { bates } from '../words.ts'
import type { PartProps } from './part.ts'
import { noNumber, WholeInput } from './whole-input.tsx'

const levels = [
  { value: 'page', label: 'Each page has a number' },
  { value: 'document', label: 'Each document has one, its pages a suffix' },
] as const

export function NumberingPart({ settings, change, faults, beginning, mayChange }: PartProps): ReactElement {
  const { numbering } = settings
  const { prefix, digits, level, start } = numbering
  const known = useRead(
    productionPrefix,
    mayChange && batesPrefix.safeParse(prefix).success ? { prefix } : null,
  ).value
  const put = (part: Partial<typeof numbering>) => change({ numbering: { ...numbering, ...part } })
  const first = start ?? known?.next ?? 1
  const taken =
    start === null ? undefined : known?.taken.find((one) => one.first <= start && start <= one.last)
  const isOther = known !== null && known.digits !== null && known.digits !== digits
  const startFault =
    faultIn(faults, 'numbering.start') ??
    (taken === undefined
      ? null
      : `${bates(prefix, digits, taken.first)} to ${bates(prefix, digits, taken.last)} are taken (${taken.name}).`)
  return (
    <chakra.div display="flex" flexDirection="column" gap="4">
      <chakra.div display="grid" gap="4" gridTemplateColumns={{ base: '1fr', sm: '2fr 1fr 2fr' }}>
        <Field
          label="Prefix"
          required
          error={faultIn(faults, 'numbering.prefix')}
          hint={
            known === null
              ? 'What stands before each number.'
              : known.taken.length === 0
                ? 'New in this project.'
                : `Next free: ${bates(known.prefix, known.digits ?? digits, known.next)}`
          }
        >
          <TextInput
            value={prefix}
            list="prefixes"
            fontFamily="mono"
            maxLength={productionLimits.prefixLength}
            autoComplete="off"
            spellCheck={false}
            onSay={(next) => put({ prefix: next })}
          />
        </Field>
        <Field
          label="Digits"
          required
          error={
            faultIn(faults, 'numbering.digits') ??
            (isOther ? `This prefix has ${known.digits} digits in this project.` : null)
          }
        >
          <WholeInput value={digits} onChange={(next) => put({ digits: next ?? noNumber })} />
        </Field>
        <Field label="Start" error={startFault} hint="Empty: the next free number when it is run.">
          <WholeInput
            value={start}
            placeholder={known === null ? '' : String(known.next)}
            onChange={(next) => put({ start: next })}
          />
        </Field>
      </chakra.div>
      <datalist id="prefixes">
        {(beginning?.prefixes ?? []).map((one) => (
          <option key={one.prefix} value={one.prefix} />
        ))}
      </datalist>
      <chakra.div display="grid" gap="4" gridTemplateColumns={{ base: '1fr', sm: '3fr 2fr' }}>
        <Field label="Level">
          <Select
            value={level}
            choices={levels}
            onChoose={(value) => put({ level: value === 'document' ? 'document' : 'page' })}
          />
        </Field>
        <chakra.div fontSize="sm" alignSelf="end" pb="1">
          <chakra.span color="muted">The first page: </chakra.span>
          <chakra.span fontFamily="mono" overflowWrap="anywhere">
            {first < 1 ? '–' : bates(prefix, digits, first)}
            {level === 'document' && '_0001'}
          </chakra.span>
        </chakra.div>
      </chakra.div>
    </chakra.div>
  )
}
