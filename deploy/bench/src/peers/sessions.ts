/** Who is signed in at a peer, and by which cookie: sign-ins are done beforehand. */
export interface PeerSession {
  readonly username: string
}

const COOKIE = 'session'
const COOKIE_PATTERN = new RegExp(`(?:^|; )${COOKIE}=([^;]+)`)
const ID_LENGTH = 32

/** The session of a person by number. Nobody attacks a bench: it need not be hard to guess. */
export const sessionIdOf = (person: number): string => String(person).padStart(ID_LENGTH, '0')

export const cookieOf = (person: number): string => `${COOKIE}=${sessionIdOf(person)}`

/** The id in a `cookie` header; undefined where there is none. */
export const sessionIdIn = (header: string | undefined): string | undefined => COOKIE_PATTERN.exec(header ?? '')?.[1]

export const sessionOf = (person: number): PeerSession => ({ username: `player ${person}` })

/** Sessions of as many people, as a single process would keep them in memory. */
export const sessionsInMemory = (people: number): ReadonlyMap<string, PeerSession> =>
  new Map(Array.from({ length: people }, (_, person) => [sessionIdOf(person), sessionOf(person)]))

/** Where sessions are in a Redis that several servers share. */
export const sessionKey = (id: string): string => `session:${id}`
