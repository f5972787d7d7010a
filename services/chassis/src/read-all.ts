import type { Transaction } from './pg.js'

/** Rows fetched at once. */
const BATCH = 2_000

/** All rows of a statement, a batch in memory at a time. One at a time in a transaction. */
export async function* readAll<Row extends object>(tx: Transaction, statement: string): AsyncGenerator<Row> {
  await tx.query(`DECLARE reading NO SCROLL CURSOR FOR ${statement}`)
  let rows: readonly Row[]
  do {
    ;({ rows } = await tx.query<Row>(`FETCH ${BATCH} FROM reading`))
    yield* rows
  } while (rows.length === BATCH)
  await tx.query('CLOSE reading')
}
