/** The fields that documents of a project have, as callers see them: the product's own, then the project's coding fields. */
import type { Field } from '#contracts/project.ts'
import { fieldTypes } from '#contracts/project.ts'
import type { Reader } from '../../platform/records/records.ts'
import { codingFields, productFields, productFieldsFor } from '../search/fields.ts'

/** Ids of the product's own fields begin here, far above what a project's coding fields count up to. */
const ownIds = 1_000_000_000

/** All fields of a project, each under one name. */
export async function listFields(read: Reader, projectId: number, seesAll: boolean): Promise<Field[]> {
  const coding = await codingFields(read, projectId)
  const own = new Set(productFieldsFor(seesAll))
  return [
    ...productFields.flatMap((field, i) => {
      const { name, displayName, typeId, multiValue, alias } = field
      return alias || !own.has(field)
        ? []
        : [
            {
              fieldId: ownIds + i,
              name,
              displayName,
              typeId,
              multiValue,
              kind: 'metadata' as const,
              searchable: true,
            },
          ]
    }),
    ...coding.map(({ fieldId, name, displayName, typeId }) => ({
      fieldId,
      name,
      displayName,
      typeId,
      multiValue: typeId === fieldTypes.multipleChoice,
      kind: 'coding' as const,
      searchable: true,
    })),
  ]
}
