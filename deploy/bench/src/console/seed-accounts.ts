import type { Database } from '@kla/chassis'
import { pick, SOUGHT } from './texts.js'

const FIRST = 'console-bench-1'
const NAMES = ['ada', 'bruno', 'chloe', 'dario', 'elif', 'fiona', 'goran', 'hana', SOUGHT.common, 'ivo', 'jana', 'karl']
const name = (salt: number): string =>
  `(ARRAY[${NAMES.map((one) => `'${one}'`).join()}])[1 + ${pick('n', salt, NAMES.length)}]`

/** The id of the first account of an earlier run. */
export async function seededAccounts(auth: Database): Promise<number | undefined> {
  const { rows } = await auth.query<{ id: number }>('SELECT id FROM accounts WHERE discord_id = $1', [FIRST])
  return rows[0]?.id
}

/** Accounts with names and addresses to look for, and the guilds they are in. Answers the id of the first. */
export async function seedAccounts(auth: Database, accounts: number): Promise<number> {
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
