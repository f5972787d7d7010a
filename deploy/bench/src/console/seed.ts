import { createDatabase, createLogger, type Database, inTransaction, type Transaction } from '@kla/chassis'
import { seedAudit } from './seed-audit.js'
import { chosen, pick, type Seeded, type Size, SOUGHT, textOf } from './seed-data.js'

// One statement inserts all rows of a table.
const STATEMENT_MS = 600_000

interface SeedOptions {
  readonly postgresUrl: string
  readonly size: Size
  readonly random?: () => number
  readonly say: (line: string) => void
}

/** Reuses an earlier run's data. */
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
      // Builds the trigram index in one go.
      await tx.query(`SET LOCAL gin_pending_list_limit = '1GB'`)
      await seedTable(tx, places)
    })
  }
  say(`Making ${places.auditEntries} audit entries`)
  await seedAudit(moderation, { entries: places.auditEntries, untilMs: Date.now(), random, say })
}

const FIRST = 'console-bench-1'
const NAMES = ['ada', 'bruno', 'chloe', 'dario', 'elif', 'fiona', 'goran', 'hana', SOUGHT.common, 'ivo', 'jana', 'karl']

const name = (salt: number): string =>
  `(ARRAY[${NAMES.map((one) => `'${one}'`).join()}])[1 + ${pick('n', salt, NAMES.length)}]`

async function seededAccounts(auth: Database): Promise<number | undefined> {
  const { rows } = await auth.query<{ id: number }>('SELECT id FROM accounts WHERE discord_id = $1', [FIRST])
  return rows[0]?.id
}

/** Returns the first id. */
async function seedAccounts(auth: Database, accounts: number): Promise<number> {
  await auth.query(
    `INSERT INTO accounts (discord_id, username, global_name, email, discriminator, created_at)
     SELECT 'console-bench-' || n, ${name(1)} || n, ${name(2)} || ' ' || ${name(3)}
              || CASE WHEN n % 20000 = 7 THEN ' ${SOUGHT.rare}' ELSE '' END,
            ${name(4)} || n || '@bench.test', lpad((n % 10000)::text, 4, '0'), now() - n * interval '10 minutes'
     FROM generate_series(1, $1::int) AS n ORDER BY n`,
    [accounts],
  )
  const first = await seededAccounts(auth)
  if (first === undefined) throw new Error('no account was made')
  await auth.query(
    `INSERT INTO guilds (id, name) SELECT 'console-bench-' || n, 'Guild ' || n FROM generate_series(1, 500) AS n;
     INSERT INTO account_guilds (account_id, guild_id)
     SELECT id, 'console-bench-' || 1 + ${pick('id', 5, 500)} FROM accounts WHERE discord_id LIKE 'console-bench-%'`,
  )
  return first
}

const SCOPES = { global: 50, rooms: 20, chat: 20, api: 10 }

async function seedBans(
  tx: Transaction,
  { bans, accounts, firstAccount }: Pick<Seeded, 'bans' | 'accounts' | 'firstAccount'>,
): Promise<void> {
  await tx.query(
    `INSERT INTO bans (account_id, scope, reason, notes, evidence, banned_at, expires_at, banned_by_id, banned_by,
                       lifted_at, lifted_by)
     SELECT ${firstAccount} + ${pick('n', 1, accounts)}, ${chosen('n', 2, SCOPES)}, ${textOf('n')}, '', '', banned_at,
            CASE WHEN n % 3 = 1 THEN banned_at + interval '1 day' WHEN n % 6 = 2 THEN now() + interval '1 year' END,
            1, 'moderator',
            CASE WHEN n % 3 = 0 THEN banned_at + interval '2 days' END, CASE WHEN n % 3 = 0 THEN 'moderator' ELSE '' END
     FROM generate_series(1, $1::int) AS n,
       LATERAL (SELECT now() - (2 * $1::int - n) * interval '30 minutes' AS banned_at) AS time
     ORDER BY n`,
    [bans],
  )
}

const CATEGORIES = {
  possible_minor: 1,
  illegal_content: 1,
  non_consensual: 5,
  harassment: 20,
  abuse: 30,
  cheating: 13,
  spam: 15,
  other: 15,
}

const STATUSES = { pending: 20, reviewed: 30, action_taken: 25, dismissed: 25 }

/** SQL: unordered nine-digit numbers, unique, as the multiplier is coprime to the modulus. */
const reportId = (n: string): string => `100000000 + ${n}::bigint * 472882027 % 900000000`

/** Over two years, one in fifty about the busy account. */
async function seedReports(
  tx: Transaction,
  { reports, accounts, firstAccount, busyAccount }: Omit<Seeded, 'reportId'>,
): Promise<void> {
  const account = (salt: number): string =>
    `CASE WHEN ${pick('n', salt, 50)} = 0 THEN ${busyAccount}
          ELSE ${firstAccount} + ${pick('n', salt + 1, accounts)} END`
  await tx.query(
    `WITH made AS (
       SELECT n, now() - (${reports} - n) * interval '10 minutes' AS created_at, ${account(1)} AS reporter_id,
              ${account(3)} AS reported_id, ${chosen('n', 5, CATEGORIES)}::report_category AS category,
              ${chosen('n', 6, STATUSES)}::report_status AS status, ${textOf('n')} AS reason
       FROM generate_series(1, $1::int) AS n
     ), stored AS (
       INSERT INTO reports (id, created_at, reporter_id, reported_id, category, status, reason, reviewed_at,
                            reviewed_by)
       SELECT ${reportId('n')}, created_at, reporter_id, reported_id, category, status, reason,
              CASE WHEN status <> 'pending' THEN created_at + interval '1 day' END,
              CASE WHEN status <> 'pending' THEN 'moderator' ELSE '' END
       FROM made ORDER BY n
       RETURNING id, created_at, category, reason
     )
     INSERT INTO report_submissions (report_id, submitted_at, category, reason, request_id)
     SELECT id, created_at, category, reason, '' FROM stored`,
    [reports],
  )
}

const TICKET_CATEGORIES = { Technical: 40, Billing: 25, Account: 15, Abuse: 5, Other: 15 }
const PRIORITIES = { Low: 20, Normal: 60, High: 15, Urgent: 5 }

async function seedTickets(
  tx: Transaction,
  { tickets, accounts, firstAccount }: Pick<Seeded, 'tickets' | 'accounts' | 'firstAccount'>,
): Promise<void> {
  await tx.query(
    `WITH stored AS (
       INSERT INTO tickets (account_id, created_at, subject, message, category, priority, resolved, receipt_email,
                            room_id)
       SELECT ${firstAccount} + ${pick('n', 1, accounts)}, now() - ($1::int - n) * interval '10 minutes',
              left(${textOf('n')}, 60), ${textOf('n + 1000000')}, ${chosen('n', 2, TICKET_CATEGORIES)},
              ${chosen('n', 3, PRIORITIES)}, ${pick('n', 4, 10)} > 0, '', ''
       FROM generate_series(1, $1::int) AS n ORDER BY n
       RETURNING id, created_at
     )
     INSERT INTO ticket_entries (ticket_id, kind, text, by_id, by_name, at)
     SELECT id, 'answer', ${textOf('id')}, 1, 'moderator', created_at + interval '1 day' FROM stored WHERE id % 3 = 0`,
    [tickets],
  )
}

async function anyReport(moderation: Database): Promise<number> {
  const { rows } = await moderation.query<{ id: number }>('SELECT min(id) AS id FROM reports WHERE hidden_at IS NULL')
  return rows[0]?.id ?? 0
}
