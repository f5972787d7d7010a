import { createHash, randomBytes } from 'node:crypto'
import { signIn } from '@kla/bots'
import { createDatabase, createLogger } from '@kla/chassis'
import type { Platform } from '@kla/local'
import { Redis } from 'ioredis'

const COOKIE = /kla=([^;.]+)/
/** Returns the name of the player at `index` of the cookies. */
export const copiedName = (index: number): string => `copy-${index + 1}`

const SECRET_BYTES = 32
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
const sessionKeyOf = (id: string): string => `kla:auth:session:{${hashOf(id)}}`
const AT_ONCE = 5_000
const STATEMENT_MS = 120_000

/** Returns cookies of `count` copies of one adult account: thousands of sign-ins would take most of an hour. */
export async function copyPlayers({ url, infrastructure }: Platform, count: number): Promise<readonly string[]> {
  const model = await signIn(url, 'the one that is copied')
  const redis = new Redis(infrastructure.redis.url)
  try {
    const [, modelId = ''] = COOKIE.exec(model.cookie) ?? []
    const [session, lifeMs] = [await redis.hgetall(sessionKeyOf(modelId)), await redis.pttl(sessionKeyOf(modelId))]
    if (session['account'] === undefined) throw new Error('the session to copy is not where auth stores sessions')
    const ids = await copyAccounts(infrastructure.postgresUrl, Number(session['account']), count)
    const cookies: string[] = []
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const pipeline = redis.pipeline()
      for (const id of ids.slice(from, from + AT_ONCE)) {
        const secret = randomBytes(SECRET_BYTES).toString('base64url')
        pipeline.hset(sessionKeyOf(secret), { ...session, account: String(id) }).pexpire(sessionKeyOf(secret), lifeMs)
        cookies.push(`kla=${secret}`)
      }
      await pipeline.exec()
    }
    return cookies
  } finally {
    redis.disconnect()
  }
}

async function copyAccounts(postgresUrl: string, modelId: number, count: number): Promise<number[]> {
  const log = createLogger({ service: 'bench', level: 'warn' })
  const auth = createDatabase({ url: postgresUrl, schema: 'auth', log, max: 1, timeoutMs: STATEMENT_MS })
  try {
    const { rows } = await auth.query<{ id: number }>(
      `WITH copies AS (
         INSERT INTO accounts (discord_id, username, shown_as)
         SELECT 'copy-' || n, 'copy-' || n, shown_as FROM accounts, generate_series(1, $2::int) AS n WHERE accounts.id = $1
         ORDER BY n RETURNING id),
       verdicts AS (
         INSERT INTO age_verdicts (account_id, method, jurisdiction)
         SELECT copies.id, method, jurisdiction FROM copies, age_verdicts WHERE account_id = $1)
       SELECT id FROM copies ORDER BY id`,
      [modelId, count],
    )
    await auth.query('ANALYZE accounts, age_verdicts')
    return rows.map(({ id }) => id)
  } finally {
    await auth.end()
  }
}
