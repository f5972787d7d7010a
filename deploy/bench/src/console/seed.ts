import { createDatabase, createLogger, inTransaction, type Database } from '@kla/chassis'
import { seedAccounts, seededAccounts } from './seed-accounts.js'
import { seedAudit } from './seed-audit.js'
import { seedBans } from './seed-bans.js'
import { seedReports } from './seed-reports.js'
import { seedTickets } from './seed-tickets.js'
import type { Seeded, Size } from './size.js'

// One statement makes all rows of a table.
const STATEMENT_MS = 600_000

export interface SeedOptions {
  /** As somebody who may write to every schema. */
  readonly postgresUrl: string
  readonly size: Size
  readonly random?: () => number
  readonly say: (line: string) => void
}

/** Fills the tables behind the console, past the services; what an earlier run has left is taken for it. */
export async function seed({ postgresUrl: url, size, random = Math.random, say }: SeedOptions): Promise<Seeded> {
  const log = createLogger({ service: 'console-bench', level: 'warn' })
  const open = (schema: string): Database => createDatabase({ url, schema, log, max: 2, timeoutMs: STATEMENT_MS })
  const [auth, moderation] = [open('auth'), open('moderation')]
  try {
    const before = await seededAccounts(auth)
    if (before !== undefined) say('Everything is there already, from an earlier run')
    else say(`Making ${size.accounts} accounts`)
    const firstAccount = before ?? (await seedAccounts(auth, size.accounts))
    const places = { ...size, firstAccount, busyAccount: firstAccount + 41 }
    if (before === undefined) await fill(moderation, places, { random, say })
    await auth.query('VACUUM ANALYZE accounts, guilds, account_guilds')
    await moderation.query('VACUUM ANALYZE reports, report_submissions, tickets, ticket_entries, bans, audit_log')
    return { ...places, reportId: await anyReport(moderation) }
  } finally {
    await Promise.all([auth.end(), moderation.end()])
  }
}

async function fill(
  moderation: Database,
  places: Omit<Seeded, 'reportId'>,
  { random, say }: Required<Pick<SeedOptions, 'random' | 'say'>>,
): Promise<void> {
  say(`Making ${places.reports} reports, ${places.tickets} tickets and ${places.bans} bans`)
  for (const seedTable of [seedReports, seedTickets, seedBans]) {
    await inTransaction(moderation, async (tx) => {
      // What is searched by trigrams is indexed in one go, and not a few rows at a time.
      await tx.query(`SET LOCAL gin_pending_list_limit = '1GB'`)
      await seedTable(tx, places)
    })
  }
  say(`Making ${places.auditEntries} audit entries`)
  await seedAudit(moderation, { entries: places.auditEntries, untilMs: Date.now(), random, say })
}

async function anyReport(moderation: Database): Promise<number> {
  const { rows } = await moderation.query<{ id: number }>('SELECT min(id) AS id FROM reports WHERE hidden_at IS NULL')
  return rows[0]?.id ?? 0
}
