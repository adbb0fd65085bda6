/** The list of a production as it is frozen when it is run: kept in slices, read by its job. */
import * as z from 'zod/mini'
import { goesAs } from '#contracts/production-settings.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import type { Entry } from './plan.ts'

/** Entries of one row. */
const partSize = 2_000

const entries = z.array(
  z.object({
    ...{ d: z.int(), f: z.int(), p: z.nullable(z.int()), g: z.string() },
    t: z.enum([...goesAs.options, 'row', 'withheld']),
    w: z.nullable(z.int()),
  }),
)

export async function keepList(
  trx: Writer,
  { projectId, productionId }: { readonly projectId: number; readonly productionId: number },
  list: readonly Entry[],
): Promise<void> {
  const parts = Array.from({ length: Math.ceil(list.length / partSize) }, (_, part) => ({
    ...{ production_id: productionId, project_id: projectId, part },
    entries: JSON.stringify(list.slice(part * partSize, (part + 1) * partSize)),
  }))
  await insertAll(trx, 'production_list', parts)
}

/** The entries from a place (from 0) on, a slice after the other. */
export async function* listFrom(read: Reader, productionId: number, from: number): AsyncGenerator<Entry[]> {
  for (let part = Math.floor(from / partSize); ; part++) {
    const row = await read
      .selectFrom('production_list')
      .select('entries')
      .where('production_id', '=', productionId)
      .where('part', '=', part)
      .executeTakeFirst()
    if (row === undefined) return
    yield entries.parse(JSON.parse(row.entries)).slice(Math.max(0, from - part * partSize))
  }
}
