import { fileURLToPath } from 'node:url'
import { createDatabase, type Database, hashOf, inTransaction } from '@kla/chassis'
import { infrastructure, isolatedSchema, quietLogger } from '@kla/testkit'
import { createAuditChain } from '../../src/audit/chain-store.js'
import { appendAudit } from '../../src/audit/log-store.js'
import type { AuditEntry } from '../../src/audit/rules/chain.js'
import { createVerifyChain } from '../../src/audit/verify.js'

export const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))

/** The audit log's tables in a schema of their own. */
export async function createAuditTables() {
  const { url, schema, drop } = await isolatedSchema(MIGRATIONS, 'audit')
  const pools: Database[] = []
  const pool = (max = 10): Database => {
    const made = createDatabase({ url, schema, log: quietLogger(), max, timeoutMs: 120_000 })
    pools.push(made)
    return made
  }
  const database = pool()
  return {
    url: infrastructure().postgresUrl,
    schema,
    database,
    pool,
    verify: createVerifyChain(createAuditChain(database), hashOf),
    append: (...entries: AuditEntry[]) => inTransaction(database, (tx) => appendAudit(tx, entries)),
    /** As a superuser, past triggers and privileges. */
    tamper: (sql: string, values: unknown[] = []) =>
      inTransaction(database, async (tx) => {
        await tx.query('SET LOCAL session_replication_role = replica')
        await tx.query(sql, values)
      }),
    async close(): Promise<void> {
      await Promise.all(pools.map((made) => made.end()))
      await drop()
    },
  }
}

export type AuditTables = Awaited<ReturnType<typeof createAuditTables>>
