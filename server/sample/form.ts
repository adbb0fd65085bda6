/** What reviewers of the sample matter code with: one form with every field type, and the tags of the other project. */
import type { FormDraft } from '#contracts/form-drafts.ts'
import { draftField as field, type TagCategoryDraft } from '../review/coding/first-coding.ts'

/** The form of the first review. */
export const reviewForm: FormDraft = {
  name: 'First review',
  sections: [
    {
      name: 'Responsiveness',
      fields: [
        field('Responsive', 'singleChoice', ['Responsive', 'Not responsive', 'Needs further review'], true),
        field('Issues', 'multipleChoice', [
          'Casing',
          'Invoice and lien',
          'Harmon water',
          'Cavern 4',
          'Cut-off',
          'Reserves',
        ]),
        field('Hot', 'boolean', ['Yes', 'No']),
      ],
    },
    {
      name: 'Privilege',
      fields: [
        field('Privilege', 'singleChoice', [
          'Not privileged',
          'Attorney-client',
          'Work product',
          'Attorney-client and work product',
        ]),
        field('Privilege basis', 'shortText'),
        field('Privileged people', 'longText'),
      ],
    },
    {
      name: 'Details',
      fields: [
        field('Event date', 'date'),
        field('Exhibit pages', 'integer'),
        field('Amount at stake', 'float'),
        field('Key passage', 'text'),
        field('Related witness', 'singleObject'),
      ],
    },
  ],
}

/** The tags of the project that does without coding forms. */
export const inquiryTags: readonly TagCategoryDraft[] = [
  {
    name: 'Responsiveness',
    exclusive: true,
    tags: [
      ['Responsive', 1],
      ['Not responsive', 2],
      ['Second look', 3],
    ],
  },
  {
    name: 'Privilege',
    exclusive: true,
    tags: [
      ['Attorney-client', 4],
      ['Work product', 5],
      ['Not privileged', null],
    ],
  },
  {
    name: 'Subject',
    exclusive: false,
    tags: [
      ['Cut-off', 6],
      ['Covenant', 7],
      ['Reserves', 8],
      ['Hot', 9],
      ['Audit papers', null],
    ],
  },
]
