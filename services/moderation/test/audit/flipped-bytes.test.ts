import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { FIRST_SEQ, type Chain } from '../../src/domain/audit/chain.js'
import { anEntry } from '../support/audit-entries.js'
import { createAuditTables, type AuditTables } from '../support/audit-tables.js'

const ENTRIES = 7
let tables: AuditTables
/** Heads kept elsewhere: without them a last entry whose number was changed would be no more than a shorter log. */
const anchors = new Map<number, Uint8Array>()
beforeAll(async () => {
  tables = await createAuditTables()
  for (const restricted of [false, true]) {
    const ids = Array.from({ length: ENTRIES }, (_, at) => at)
    await tables.append(...ids.map((id) => anEntry({ subjectId: `${id}`, restricted, factId: factIdOf(restricted, id) })))
  }
  for (const chain of ['open', 'restricted'] as const) {
    const { last } = await tables.verify({ chain })
    anchors.set(last.seq, last.hash)
  }
})
afterAll(() => tables.close())

/** No two of them are one bit apart. */
const factIdOf = (restricted: boolean, at: number): string => `${restricted}-${at}-${at}`

/** How one byte of a column is flipped; the bit is one that leaves text readable and numbers free. */
const FLIPS = {
  int8: { bytes: () => 8, sql: (column: string, at: number) => `${column} # (128::bigint << ${8 * at})` },
  text: {
    bytes: (column: string) => `octet_length(${column})`,
    sql: (column: string, at: number) =>
      `convert_from(set_byte(convert_to(${column}, 'UTF8'), ${at}, get_byte(convert_to(${column}, 'UTF8'), ${at}) # 1), 'UTF8')`,
  },
  bytea: {
    bytes: (column: string) => `octet_length(${column})`,
    sql: (column: string, at: number) => `set_byte(${column}, ${at}, get_byte(${column}, ${at}) # 1)`,
  },
  bool: { bytes: () => 1, sql: (column: string) => `NOT ${column}` },
}

test.each(['open', 'restricted'] as const)('a flipped byte anywhere in an entry of the %s chain names it', async (chain) => {
  let flipped = 0
  for (const seq of [0, 3, ENTRIES - 1].map((at) => FIRST_SEQ[chain] + at)) flipped += await flipAll(chain, seq)
  expect(flipped).toBeGreaterThanOrEqual(3 * 150)
})

/** Flips every byte of an entry, one after another, and answers how many there were. */
async function flipAll(chain: Chain, seq: number): Promise<number> {
  const { rows: columns } = await tables.database.query<{ name: string; type: keyof typeof FLIPS }>(
    `SELECT column_name AS name, udt_name AS type FROM information_schema.columns
     WHERE table_schema = $1 AND table_name = 'audit_log'`,
    [tables.schema],
  )
  expect(columns).toHaveLength(13)
  let flips = 0
  for (const { name, type } of columns) {
    const { rows } = await tables.database.query<{ bytes: number }>(
      `SELECT ${FLIPS[type].bytes(name)} AS bytes FROM audit_log WHERE seq = $1`,
      [seq],
    )
    const bytes = rows[0]?.bytes ?? 0
    expect(bytes).toBeGreaterThan(0)
    for (let at = 0; at < bytes; at++) {
      const flip = `UPDATE audit_log SET ${name} = ${FLIPS[type].sql(name, at)}`
      await tables.tamper(`${flip} WHERE seq = $1`, [seq])
      const found = await tables.verify({ chain, anchors })
      expect({ name, at, fault: found.fault?.seq }).toEqual({ name, at, fault: seq })
      await tables.tamper(`${flip} WHERE seq = (SELECT seq FROM audit_log WHERE fact_id = $1 OR seq = $2 LIMIT 1)`, [
        factIdOf(chain === 'restricted', seq - FIRST_SEQ[chain]),
        seq,
      ])
      flips += 1
    }
  }
  for (const chain of ['open', 'restricted'] as const) expect((await tables.verify({ chain, anchors })).fault).toBeUndefined()
  return flips
}
