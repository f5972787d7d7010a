import type { Guild, Member } from '@kla/proto'
import type { GuildView, MemberView } from '@kla/proto/web'
import { isoOf, textOrNull } from '../values.js'

export const memberView = (member: Member): MemberView => ({
  id: member.id,
  username: member.username,
  global_name: textOrNull(member.globalName),
  email: textOrNull(member.email),
  discriminator: textOrNull(member.discriminator),
  avatar: textOrNull(member.avatar),
  discord_id: member.discordId,
  create_time: isoOf(member.createdAtMs),
  age_locked_at: member.ageLockedAtMs === 0 ? null : isoOf(member.ageLockedAtMs),
})

export const guildView = (guild: Guild): GuildView => ({
  guild_id: guild.guildId,
  guild_name: guild.guildName,
  icon: textOrNull(guild.icon),
  common_users: guild.commonUsers,
  last_seen: isoOf(guild.lastSeenMs),
})
