/** What settings of processing are called, for those who set them and for those who see what a job went by. */
import type { DedupeScope, DeNistAction, InlineImageRule, ProcessingLimit } from '#contracts/processing.ts'

/** Each with its unit and what it means; how far it may go says the contract. */
export const limits: readonly {
  readonly name: ProcessingLimit
  readonly label: string
  readonly unit: string
  readonly hint: string
}[] = [
  {
    name: 'maxTextSize',
    label: 'Searchable text',
    unit: 'characters a document',
    hint: 'Longer text is cut, and the document listed as an exception.',
  },
  {
    name: 'itemSeconds',
    label: 'Item timeout',
    unit: 'seconds',
    hint: 'What takes longer is set aside as an exception.',
  },
  {
    name: 'itemMegabytes',
    label: 'Size of one item',
    unit: 'MB',
    hint: 'Larger messages and files are kept, and not opened.',
  },
  {
    name: 'expandedGigabytes',
    label: 'Expanded size of one file',
    unit: 'GB',
    hint: 'What one file may grow to once all in it is unpacked.',
  },
  {
    name: 'archiveGigabytes',
    label: 'Archives unpacked whole',
    unit: 'GB',
    hint: 'Of archives that cannot be read piece by piece.',
  },
  { name: 'depth', label: 'Nesting', unit: 'levels', hint: 'Containers in containers.' },
]

export const dedupeNames: Readonly<Record<DedupeScope, string>> = {
  global: 'Over the whole project',
  custodial: 'Within each custodian',
  off: 'Not at all',
}

export const inlineImageNames: Readonly<Record<InlineImageRule, string>> = {
  notShown: 'Where its text does not show them',
  all: 'Always',
  none: 'Never',
}

export const bccNames = { no: 'The same message', yes: 'Different messages' } as const

export const deNistNames: Readonly<Record<DeNistAction, string>> = {
  off: 'Like any other',
  exclude: 'Left out, and counted',
  flag: 'Kept, and marked',
}
