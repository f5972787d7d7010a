/** One message as it waits to be published. */
export interface Message {
  readonly subject: string
  /** Base64. */
  readonly data: string
  /** Present: it is a fact, stored once under this id. */
  readonly factId?: string
}

/** The messages of one version of a room. */
export interface Untold {
  readonly version: number
  readonly messages: readonly Message[]
}

/** For so long a pod has a room's messages to itself; then it counts as dead and another one tells them. */
export const TELL_LEASE_MS = 1_000
/** Versions read at a time: after an outage of NATS a room may have many. */
export const TELL_BATCH = 50

/** Members and scores in turn, as Redis answers them. */
export function toUntold(membersAndScores: readonly string[]): Untold[] {
  const untold: Untold[] = []
  for (let index = 0; index + 1 < membersAndScores.length; index += 2) {
    untold.push({
      version: Number(membersAndScores[index + 1]),
      messages: JSON.parse(membersAndScores[index] as string) as Message[],
    })
  }
  return untold
}
