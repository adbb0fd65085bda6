/** What is stamped on each page, drawn as a page with its header and its footer. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import {
  type ProductionSettings,
  productionLimits,
  type Stamp,
  type StampPlace,
} from '#contracts/production-settings.ts'
import { Field } from '../../ui/field.tsx'
import { Select, TextInput } from '../../ui/input.tsx'
import { type Faults, faultIn } from '../faults.ts'
import { bates, placeNames } from '../words.ts'
import type { PartProps } from './part.ts'

const header: readonly StampPlace[] = ['headerLeft', 'headerCenter', 'headerRight']
const footer: readonly StampPlace[] = ['footerLeft', 'footerCenter', 'footerRight']

const kinds = [
  { value: 'none', label: 'Nothing' },
  { value: 'number', label: 'Number' },
  { value: 'designation', label: 'Designation' },
  { value: 'text', label: 'Text' },
  { value: 'field', label: 'Field' },
]

export function StampsPart({ settings, change, faults, beginning }: PartProps): ReactElement {
  const { stamps } = settings
  const fields = beginning?.fields ?? []
  const put = (place: StampPlace, stamp: Stamp | null) => {
    const { [place]: _, ...rest } = stamps
    change({ stamps: stamp === null ? rest : { ...rest, [place]: stamp } })
  }
  const row = (places: readonly StampPlace[]) => (
    <chakra.div display="grid" gap="4" gridTemplateColumns={{ base: '1fr', sm: 'repeat(3, minmax(0, 1fr))' }}>
      {places.map((place) => (
        <Place
          key={place}
          {...{ place, stamp: stamps[place] ?? null, fields, faults }}
          onPut={(stamp) => put(place, stamp)}
        />
      ))}
    </chakra.div>
  )
  return (
    <chakra.div display="flex" flexDirection="column" gap="3">
      {row(header)}
      <Drawn settings={settings} />
      {row(footer)}
      <chakra.p fontSize="xs" color="faint">
        The page is made smaller where something is stamped, so that nothing of it is covered.
      </chakra.p>
    </chakra.div>
  )
}

function Place({
  place,
  stamp,
  fields,
  faults,
  onPut,
}: {
  readonly place: StampPlace
  readonly stamp: Stamp | null
  readonly fields: readonly { readonly name: string; readonly displayName: string }[]
  readonly faults: Faults
  readonly onPut: (stamp: Stamp | null) => void
}): ReactElement {
  const choose = (kind: string) => {
    if (kind === 'number' || kind === 'designation') onPut({ kind })
    else if (kind === 'text') onPut({ kind, text: '' })
    else if (kind === 'field') onPut({ kind, field: fields[0]?.name ?? '' })
    else onPut(null)
  }
  const known = fields.map(({ name, displayName }) => ({ value: name, label: displayName }))
  return (
    <chakra.div display="flex" flexDirection="column" gap="2">
      <Field label={placeNames[place]}>
        <Select value={stamp?.kind ?? 'none'} choices={kinds} onChoose={choose} />
      </Field>
      {stamp?.kind === 'text' && (
        <Field label={`Text, ${placeNames[place].toLowerCase()}`} error={faultIn(faults, `stamps.${place}`)}>
          <TextInput
            value={stamp.text}
            maxLength={productionLimits.stamp}
            onSay={(text) => onPut({ kind: 'text', text })}
          />
        </Field>
      )}
      {stamp?.kind === 'field' && (
        <Field label={`Field, ${placeNames[place].toLowerCase()}`} error={faultIn(faults, `stamps.${place}`)}>
          <Select
            value={stamp.field}
            choices={
              known.some(({ value }) => value === stamp.field)
                ? known
                : [{ value: stamp.field, label: stamp.field }, ...known]
            }
            onChoose={(field) => onPut({ kind: 'field', field })}
          />
        </Field>
      )}
    </chakra.div>
  )
}

/** A page as it will look: its bands with what stands in them. The inputs say the same in words. */
function Drawn({
  settings: { stamps, numbering, designations },
}: {
  readonly settings: ProductionSettings
}): ReactElement {
  const said = (place: StampPlace): string => {
    const stamp = stamps[place]
    if (stamp === undefined) return ''
    if (stamp.kind === 'number') return bates(numbering.prefix, numbering.digits, numbering.start ?? 1)
    if (stamp.kind === 'designation') return designations[0]?.text || 'CONFIDENTIAL'
    return 'text' in stamp ? stamp.text : 'field' in stamp ? `[${stamp.field}]` : ''
  }
  const band = (places: readonly StampPlace[]) => (
    <chakra.div
      display="grid"
      gridTemplateColumns="minmax(0, auto) minmax(0, 1fr) minmax(0, auto)"
      gap="2"
      fontSize="xs"
      fontFamily="mono"
      minHeight="18px"
    >
      {places.map((place, at) => (
        <chakra.span key={place} truncate textAlign={(['start', 'center', 'end'] as const)[at] ?? 'start'}>
          {said(place)}
        </chakra.span>
      ))}
    </chakra.div>
  )
  return (
    <chakra.div
      aria-hidden
      mx="auto"
      width="full"
      maxWidth="420px"
      aspectRatio="8.5 / 6"
      borderWidth="1px"
      borderColor="control"
      borderRadius="sm"
      background="surface"
      boxShadow="pop"
      p="3"
      display="flex"
      flexDirection="column"
      gap="2"
    >
      {band(header)}
      <chakra.div
        flex="1"
        mx="6"
        borderWidth="1px"
        borderStyle="dashed"
        borderColor="line"
        p="4"
        display="flex"
        flexDirection="column"
        gap="2"
      >
        {[92, 84, 96, 70, 88, 60].map((width) => (
          <chakra.div
            key={width}
            height="6px"
            background="sunken"
            borderRadius="sm"
            style={{ width: `${width}%` }}
          />
        ))}
      </chakra.div>
      {band(footer)}
    </chakra.div>
  )
}
