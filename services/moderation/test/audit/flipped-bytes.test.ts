import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { hashOf } from '@kla/chassis'
import { createAuditChain } from '../../src/audit/chain-store.js'
import { type Chain, CHAINS, type Fault, FIRST_SEQ } from '../../src/audit/rules/chain.js'
import { createVerifyChain } from '../../src/audit/verify.js'
import { anEntry } from '../support/audit-entries.js'
import { type AuditTables, createAuditTables } from '../support/audit-tables.js'

const ENTRIES = 7
let tables: AuditTables
/** Heads kept elsewhere: without them a last entry whose number was changed would be no more than a shorter log. */
const anchors = new Map<number, Uint8Array>()
beforeAll(async () => {
  tables = await createAuditTables()
  for (const restricted of [false, true]) {
    const ids = Array.from({ length: ENTRIES }, (_, at) => at)
    const entries = ids.map((id) => anEntry({ subjectId: `${id}`, restricted, eventId: `${restricted}-${id}-${id}` }))
    // No two event ids are one bit apart: a flip would be refused as a repeat.
    await tables.append(...entries)
  }
  for (const chain of CHAINS) {
    const { last } = await tables.verify({ chain })
    anchors.set(last.seq, last.hash)
  }
})
afterAll(() => tables.close())

const flippedIn = (bytes: string, at: number): string => `set_byte(${bytes}, ${at}, get_byte(${bytes}, ${at}) # 1)`

/** How one byte of a column is flipped; the bit is one that leaves text readable and numbers free. */
const FLIPS = {
  int8: { bytes: () => 8, sql: (column: string, at: number) => `${column} # (128::bigint << ${8 * at})` },
  text: {
    bytes: (column: string) => `octet_length(${column})`,
    sql: (column: string, at: number) => `convert_from(${flippedIn(`convert_to(${column}, 'UTF8')`, at)}, 'UTF8')`,
  },
  bytea: {
    bytes: (column: string) => `octet_length(${column})`,
    sql: (column: string, at: number) => flippedIn(column, at),
  },
  bool: { bytes: () => 1, sql: (column: string) => `NOT ${column}` },
}

test.each(CHAINS)(
  'createVerifyChain names the entry with a flipped byte in the %s chain',
  async (chain) => {
    let flipped = 0
    for (const seq of [0, 3, ENTRIES - 1].map((at) => FIRST_SEQ[chain] + at)) flipped += await flipAll(chain, seq)
    expect(flipped).toBeGreaterThanOrEqual(3 * 150)
  },
  120_000,
)

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
      const flip = `UPDATE audit_log SET ${name} = ${FLIPS[type].sql(name, at)} WHERE seq = ${seq}`
      expect({ name, at, fault: (await faultAfter(flip, chain))?.seq }).toEqual({ name, at, fault: seq })
      flips += 1
    }
  }
  return flips
}

/** What is wrong with a chain after a change that is rolled back, past all triggers. */
async function faultAfter(change: string, chain: Chain): Promise<Fault | undefined> {
  const tx = await tables.database.connect()
  try {
    await tx.query('BEGIN; SET LOCAL session_replication_role = replica')
    expect((await tx.query(change)).rowCount).toBe(1)
    return (await createVerifyChain(createAuditChain(tx), hashOf)({ chain, anchors })).fault
  } finally {
    await tx.query('ROLLBACK')
    tx.release()
  }
}
