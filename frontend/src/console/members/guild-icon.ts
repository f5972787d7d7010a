/** Pixels asked of the content network: twice the size shown. */
const SIZE = 64

/** A guild's picture on the login provider's content network; null for one without, or while its address is unknown. */
export const guildIconUrl = (baseUrl: string | undefined, guildId: string, hash: string | null): string | null =>
  baseUrl && hash ? `${baseUrl}/icons/${guildId}/${hash}.png?size=${SIZE}` : null
