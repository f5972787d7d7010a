import type { Bot, Session } from '../bots/index.js'
import type { Platform } from '@kla/local'
import type { Measure } from './measure.js'

/** What all phases of the bench stand on. */
export interface Ground {
  readonly platform: Platform
  /** The WebSocket listeners of the two gateways, reached as a route in a cluster reaches them. */
  readonly gateways: readonly [string, string]
  readonly measure: Measure
}

/** Somebody who is signed in and connected. */
export interface Person {
  readonly session: Session
  readonly bot: Bot
}

/** Two of them in a room. */
export interface SeatedPair {
  readonly roomId: string
  readonly first: Person
  readonly second: Person
}
