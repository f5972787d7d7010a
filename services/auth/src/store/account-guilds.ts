import type { Transaction } from '@kla/chassis'
import type { ProviderGuild } from '../login-provider/login-provider.js'

/** Makes an account's servers those of `guilds`: the ones it has left are not kept. */
export async function rememberGuilds(
  tx: Transaction,
  accountId: number,
  guilds: readonly ProviderGuild[],
): Promise<void> {
  const ids = guilds.map((guild) => guild.id)
  // In one order always, or two people of the same servers who log in together wait for each other for ever.
  await tx.query(
    `INSERT INTO guilds (id, name, icon)
     SELECT DISTINCT ON (id) id, name, icon FROM unnest($1::text[], $2::text[], $3::text[]) AS seen (id, name, icon)
      ORDER BY id
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, icon = excluded.icon, last_seen = now()`,
    [ids, guilds.map((guild) => guild.name), guilds.map((guild) => guild.icon)],
  )
  await tx.query('DELETE FROM account_guilds WHERE account_id = $1 AND guild_id <> ALL ($2::text[])', [accountId, ids])
  await tx.query(
    `INSERT INTO account_guilds (account_id, guild_id)
     SELECT DISTINCT $1::integer, id FROM unnest($2::text[]) AS seen (id)
     ON CONFLICT (account_id, guild_id) DO UPDATE SET last_seen = now()`,
    [accountId, ids],
  )
}
