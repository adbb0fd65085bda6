/** The fields that documents of a project have, as callers see them: the product's own, then the project's coding fields. */
import type { Field } from '#contracts/project.ts'
import { fieldTypes } from '#contracts/project.ts'
import type { Reader } from '../../platform/records/records.ts'
import { codingFields, productFields } from '../search/fields.ts'

/** Ids of the product's own fields begin here, far above what a project's coding fields count up to. */
const ownIds = 1_000_000_000

/** All fields of a project, each under one name. */
export async function listFields(read: Reader, projectId: number): Promise<Field[]> {
  const coding = await codingFields(read, projectId)
  return [
    ...productFields.flatMap(({ name, displayName, typeId, multiValue, alias }, i) =>
      alias
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
          ],
    ),
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
