import type { Database } from '@kla/chassis'
import type { Guild } from '@kla/proto'

export interface GuildStore {
  /** The guilds that most accounts are in, at most `limit`. Reads every membership. */
  countTop(limit: number): Promise<Guild[]>
}

interface Row {
  id: string
  name: string
  icon: string
  last_seen: Date
  members: number
}

const TOP = `
WITH top AS (
  SELECT guild_id, count(*) AS members FROM account_guilds
  GROUP BY guild_id ORDER BY members DESC, guild_id LIMIT $1
)
SELECT id, name, icon, last_seen, members FROM top JOIN guilds ON id = guild_id
ORDER BY members DESC, id`

export const createGuildStore = (database: Database): GuildStore => ({
  async countTop(limit) {
    const { rows } = await database.query<Row>(TOP, [limit])
    return rows.map((row) => ({
      guildId: row.id,
      guildName: row.name,
      icon: row.icon,
      commonUsers: row.members,
      lastSeenMs: row.last_seen.getTime(),
    }))
  },
})
