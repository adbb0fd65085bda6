/** In which form pages go out, and whether their texts do. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { type ProductionSettings, productionDpi } from '#contracts/production-settings.ts'
import { Field } from '../../ui/field.tsx'
import { Select, Switch } from '../../ui/input.tsx'
import type { PartProps } from './part.ts'

const formats = [
  { value: 'tiff', label: `Single pages: TIFF at ${productionDpi} dpi` },
  { value: 'pdf', label: 'A PDF for each document' },
]
const colors = [
  { value: 'jpeg', label: 'As JPEG, in color' },
  { value: 'blackAndWhite', label: 'In black and white, like the others' },
]

export function ImagesPart({ settings: { images, texts }, change }: PartProps): ReactElement {
  return (
    <chakra.div display="flex" flexDirection="column" gap="4">
      <ImageForm images={images} onChange={(next) => change({ images: next })} />
      <Switch
        on={texts}
        onTurn={(on) => change({ texts: on })}
        label="Texts"
        hint="A text file for each document; of a redacted one only what can still be read on its pages."
      />
    </chakra.div>
  )
}

/** Of productions and of exports. */
export function ImageForm<I extends ProductionSettings['images']>({
  images,
  onChange,
}: {
  readonly images: I
  readonly onChange: (images: I) => void
}): ReactElement {
  return (
    <chakra.div display="grid" gap="4" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}>
      <Field label="Pages">
        <Select
          value={images.format}
          choices={formats}
          onChoose={(value) => onChange({ ...images, format: value === 'pdf' ? 'pdf' : 'tiff' })}
        />
      </Field>
      <Field label="Pages with color or shades">
        <Select
          value={images.color}
          choices={colors}
          onChoose={(value) => onChange({ ...images, color: value === 'jpeg' ? 'jpeg' : 'blackAndWhite' })}
        />
      </Field>
    </chakra.div>
  )
}
