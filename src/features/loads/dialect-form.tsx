/** How a delimited load file is written, as it was found out or as somebody says it is; each part can be changed. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import { encodingNames, loadEncodings } from '#contracts/load-file-forms.ts'
import type { LoadDialect } from '#contracts/loads.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/input.tsx'
import { Section } from '../ui/page.tsx'
import { type Look, usualDialect } from './draft.ts'
import { SignSelect } from './sign-select.tsx'
import { offered } from './signs.ts'
import type { Certainty } from './words.ts'

const looks: Readonly<
  Record<Certainty | 'changed' | 'usual', { readonly tone: Tone; readonly word: string }>
> = {
  certain: { tone: 'ok', word: 'Certain' },
  likely: { tone: 'neutral', word: 'Likely' },
  unsure: { tone: 'attention', word: 'Not sure' },
  changed: { tone: 'info', word: 'Changed' },
  usual: { tone: 'neutral', word: 'As is usual' },
}

/** Parts by which rows and columns are told from each other. */
const parts = ['encoding', 'separator', 'qualifier', 'heading'] as const

export function DialectForm({
  found,
  dialect,
  onChoose,
}: {
  readonly found: Look
  readonly dialect: LoadDialect
  /** `isSameTable`: its columns are the same as before. */
  readonly onChoose: (dialect: LoadDialect, isSameTable: boolean) => void
}): ReactElement {
  const first = found.dialect ?? usualDialect
  const choose = (part: Partial<LoadDialect>) => {
    const next = { ...dialect, ...part }
    onChoose(
      next,
      parts.every((one) => next[one] === dialect[one]),
    )
  }
  const how = (part: Exclude<keyof LoadDialect, 'dates'>, certain: Certainty | 'usual'): ReactNode => {
    const { tone, word } = looks[dialect[part] === first[part] ? certain : 'changed']
    return <Badge tone={tone}>{word}</Badge>
  }
  const { encoding, signs, heading } = found.certain ?? {
    encoding: 'unsure',
    signs: 'unsure',
    heading: 'unsure',
  }
  return (
    <Section title="How the load file is written" padded>
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: '1fr 1fr', md: 'repeat(3, 1fr)', lg: 'repeat(4, 1fr)' }}
        columnGap="4"
        rowGap="3"
      >
        <Field label="Encoding" aside={how('encoding', encoding)}>
          <Select
            value={dialect.encoding}
            choices={loadEncodings.map((value) => ({ value, label: encodingNames[value] }))}
            onChoose={(value) => choose({ encoding: loadEncodings.find((one) => one === value) ?? 'utf-8' })}
          />
        </Field>
        <SignSelect
          label="Between columns"
          value={dialect.separator}
          offered={offered.separator}
          aside={how('separator', signs)}
          onChoose={(separator) => separator !== null && choose({ separator })}
        />
        <SignSelect
          label="Around values"
          value={dialect.qualifier}
          offered={offered.qualifier}
          mayLack
          aside={how('qualifier', signs)}
          onChoose={(qualifier) => choose({ qualifier })}
        />
        <SignSelect
          label="Line end in a value"
          value={dialect.newline}
          offered={offered.newline}
          mayLack
          aside={how('newline', signs)}
          onChoose={(newline) => choose({ newline })}
        />
        <SignSelect
          label="Between several values"
          value={dialect.multiValue}
          offered={offered.multiValue}
          aside={how('multiValue', 'usual')}
          onChoose={(multiValue) => multiValue !== null && choose({ multiValue })}
        />
        <SignSelect
          label="Between levels of a path"
          value={dialect.nested}
          offered={offered.nested}
          aside={how('nested', 'usual')}
          onChoose={(nested) => nested !== null && choose({ nested })}
        />
        <Field label="First row" aside={how('heading', heading)}>
          <Select
            value={dialect.heading ? 'heading' : 'row'}
            choices={[
              { value: 'heading', label: 'Names the columns' },
              { value: 'row', label: 'Is a document already' },
            ]}
            onChoose={(value) => choose({ heading: value === 'heading' })}
          />
        </Field>
      </chakra.div>
    </Section>
  )
}
