export interface PeerSession {
  readonly username: string
}

const COOKIE = 'session'
const COOKIE_PATTERN = new RegExp(`(?:^|; )${COOKIE}=([^;]+)`)
const ID_LENGTH = 32

/** Predictable: nobody attacks a bench. */
export const sessionIdOf = (person: number): string => String(person).padStart(ID_LENGTH, '0')

export const cookieOf = (person: number): string => `${COOKIE}=${sessionIdOf(person)}`

export const sessionIdIn = (header: string | undefined): string | undefined => COOKIE_PATTERN.exec(header ?? '')?.[1]

export const sessionOf = (person: number): PeerSession => ({ username: `player ${person}` })

export const sessionsInMemory = (people: number): ReadonlyMap<string, PeerSession> =>
  new Map(Array.from({ length: people }, (_, person) => [sessionIdOf(person), sessionOf(person)]))

export const sessionKey = (id: string): string => `session:${id}`
