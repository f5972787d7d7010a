export interface PeerSession {
  readonly username: string
}

const COOKIE = 'session'
const COOKIE_PATTERN = new RegExp(`(?:^|; )${COOKIE}=([^;]+)`)
const ID_LENGTH = 32

/** Predictable: nobody attacks a bench. */
export const sessionIdOf = (player: number): string => String(player).padStart(ID_LENGTH, '0')

export const cookieOf = (player: number): string => `${COOKIE}=${sessionIdOf(player)}`

export const sessionIdIn = (header: string | undefined): string | undefined => COOKIE_PATTERN.exec(header ?? '')?.[1]

export const sessionOf = (player: number): PeerSession => ({ username: `player ${player}` })

export const sessionsInMemory = (players: number): ReadonlyMap<string, PeerSession> =>
  new Map(Array.from({ length: players }, (_, player) => [sessionIdOf(player), sessionOf(player)]))

export const sessionKey = (id: string): string => `session:${id}`
