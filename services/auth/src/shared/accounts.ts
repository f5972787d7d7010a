import type { Database } from '@kla/chassis'
import { ShownAs } from '@kla/proto'
import type { ShownAsName } from '@kla/proto/web'

/** Player account with its names at the provider. */
export interface Account {
  readonly id: number
  readonly username: string
  readonly globalName: string
  readonly discordId: string
  readonly avatar: string
  readonly ageLocked: boolean
  readonly avatarKey?: string | undefined
  readonly jurisdiction?: string
  readonly shownAs: ShownAsName
  readonly playerName?: string | undefined
  readonly playerNameAtMs?: number
  /** Revision of the shown name; 0 at first. */
  readonly nameRevision: number
  readonly onLeaderboards: boolean
  /** Number shown to others, unless it is the id. */
  readonly alias?: number
  readonly nameUnlockedAtMs?: number
  readonly earlyNamesAtMs?: readonly number[]
}

export interface AccountRow {
  id: number
  username: string
  global_name: string
  discord_id: string
  avatar: string
  age_locked: boolean
  avatar_key: string | null
  jurisdiction: string | null
  shown_as: ShownAsName
  player_name: string | null
  player_name_at: Date | null
  name_revision: number
  on_leaderboards: boolean
  alias: number | null
  name_unlocked_at: Date | null
  early_names_at: Date[]
}

export const ACCOUNT_COLUMNS = `id, username, global_name, discord_id, avatar, avatar_key,
  age_locked_at IS NOT NULL AS age_locked, jurisdiction,
  shown_as, player_name, player_name_at, name_revision, on_leaderboards, alias, name_unlocked_at, early_names_at`

export async function findAccount(database: Database, id: number): Promise<Account | undefined> {
  const { rows } = await database.query<AccountRow>(`SELECT ${ACCOUNT_COLUMNS} FROM accounts WHERE id = $1`, [id])
  return rows[0] && accountOf(rows[0])
}

export const accountOf = (row: AccountRow): Account => ({
  id: row.id,
  username: row.username,
  globalName: row.global_name,
  discordId: row.discord_id,
  avatar: row.avatar,
  ageLocked: row.age_locked,
  ...(row.avatar_key === null ? {} : { avatarKey: row.avatar_key }),
  ...(row.jurisdiction === null ? {} : { jurisdiction: row.jurisdiction }),
  shownAs: row.shown_as,
  ...(row.player_name === null ? {} : { playerName: row.player_name }),
  ...(row.player_name_at === null ? {} : { playerNameAtMs: row.player_name_at.getTime() }),
  nameRevision: row.name_revision,
  onLeaderboards: row.on_leaderboards,
  ...(row.alias === null ? {} : { alias: row.alias }),
  ...(row.name_unlocked_at === null ? {} : { nameUnlockedAtMs: row.name_unlocked_at.getTime() }),
  ...(row.early_names_at.length === 0 ? {} : { earlyNamesAtMs: row.early_names_at.map((at) => at.getTime()) }),
})

export const aliasOf = ({ id, alias }: Pick<Account, 'id' | 'alias'>): number => alias ?? id

type ProviderFields = Pick<Account, 'username' | 'discordId' | 'avatar' | 'avatarKey'>

/** Shows the provider's fields only if the player chose to. */
export const shownOf = (account: ProviderFields & Pick<Account, 'shownAs' | 'playerName'>): ProviderFields => {
  const { shownAs, playerName, username, discordId, avatar, avatarKey } = account
  if (shownAs !== 'discord') return { username: playerName ?? '', discordId: '', avatar: '' }
  return { username, discordId, avatar, ...(avatarKey === undefined ? {} : { avatarKey }) }
}

export const SHOWN_AS_MESSAGES: Readonly<Record<ShownAsName, ShownAs>> = {
  unchosen: ShownAs.UNSPECIFIED,
  player: ShownAs.PLAYER,
  discord: ShownAs.DISCORD,
}

/** Letters and digits of which pg_trgm makes trigrams: those of the database's LC_CTYPE, ASCII alone if that is C. */
const TRIGRAM = `CASE WHEN public.show_trgm('я') = '{}' THEN '[a-z0-9]{3}' ELSE '[[:alnum:]]{3}' END`

/**
 * Condition for accounts that contain a text. Of texts without trigrams, they need a name that begins with it or the
 * id itself: so an index helps.
 */
export function matches(text: string): string {
  const pattern = `search_pattern(${text})`
  const part = `CASE WHEN search_fold(${text}) ~ ${TRIGRAM} THEN ${pattern} END`
  const start = `CASE WHEN search_fold(${text}) !~ ${TRIGRAM} THEN substr(${pattern}, 2) END`
  return [
    ...['search_text', 'player_name'].map((column) => `search_fold(${column}) LIKE ${part}`),
    ...['username', 'global_name', 'player_name'].map((column) => `search_fold(${column}) LIKE ${start}`),
    `id = CASE WHEN ${text} ~ '^[1-9][0-9]?$' THEN ${text}::text::integer END`,
  ].join(' OR ')
}
