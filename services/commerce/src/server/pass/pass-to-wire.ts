import type { Pass } from '@kla/proto'
import { claimableUntilMs, type Season } from '../../domain/pass/index.js'
import type { PlayerPass } from '../../store/pass/player-pass-store.js'
import { seasonToWire } from './season-wire.js'

const NOBODYS: PlayerPass = { points: 0, activated: false, passesAvailable: 0, claims: [] }

/** A season with what a player has of it; neither where there is none. */
export const passToWire = (season: Season | undefined, { claims, ...player }: PlayerPass = NOBODYS): Pass => ({
  season: season && seasonToWire(season),
  claimableUntilMs: season ? claimableUntilMs(season) : 0,
  ...player,
  claims: [...claims],
})
