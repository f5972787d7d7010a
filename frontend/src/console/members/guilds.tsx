import type { GuildView } from '@kla/proto/web'
import { Avatar } from '../../shared/ui/avatar.js'
import { useAvatarBaseUrl } from '../entities/avatars.js'
import { When } from '../kit/moments.js'
import { guildIconUrl } from './links.js'
import styles from './members.module.css'

export function Guilds({ guilds }: { guilds: readonly GuildView[] }) {
  const baseUrl = useAvatarBaseUrl()
  if (guilds.length === 0) return <p>No guilds found.</p>
  return (
    <ol className={styles.guilds}>
      {guilds.map((guild) => (
        <li key={guild.guild_id} className={styles.guild}>
          <Avatar name={guild.guild_name} src={guildIconUrl(baseUrl, guild.guild_id, guild.icon)} size={32} />
          <p className={styles.guildName} title={guild.guild_name}>
            {guild.guild_name}
          </p>
          <p className={styles.common}>
            {guild.common_users}{' '}
            <span className={styles.muted}>{guild.common_users === 1 ? 'common user' : 'common users'}</span>
          </p>
          <p className={styles.muted}>
            last seen <When at={guild.last_seen} />
          </p>
        </li>
      ))}
    </ol>
  )
}
