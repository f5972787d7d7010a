import { readFile } from 'node:fs/promises'
import type { CrowdWishes } from '../frame/part.js'

/** Reads the hard limit of open files, which Node uses, from `/proc/<pid>/limits`. */
export function parseFileLimit(limits: string): number {
  const [, , hard] = /^Max open files\s+(\S+)\s+(\S+)/m.exec(limits) ?? []
  if (hard === undefined) throw new Error('the limits name no open files')
  return hard === 'unlimited' ? Infinity : Number(hard)
}

export const readFileLimit = async (): Promise<number> => parseFileLimit(await readFile('/proc/self/limits', 'utf8'))

const OTHER_FILES = 500
/** Limit of players of one event loop, which answers their pings. */
const PLAYERS_OF_A_PROCESS = 20_000

export interface CrowdSize {
  readonly players: number
  readonly gateways: number
  readonly toKill: number
  /** Processes, each with its own source addresses. */
  readonly generators: number
}

const PLAYERS_MOST = 100_000
const TO_KILL = 20_000
const GATEWAYS_LEAST = 2

/**
 * Returns as many players as wished, or as fit once the killed gateway's players are on the others. Rooms seat two:
 * counts are even.
 */
export function crowdSizeFor(fileLimit: number, wish: CrowdWishes, gatewaysMost: number): CrowdSize {
  const perProcess = even(fileLimit - OTHER_FILES)
  const wished = even(wish.players ?? PLAYERS_MOST)
  const gateways = wish.gateways ?? clamp(Math.ceil(wished / perProcess) + 1, GATEWAYS_LEAST, gatewaysMost)
  if (gateways < GATEWAYS_LEAST || gateways > gatewaysMost) {
    throw new Error(`a crowd needs ${GATEWAYS_LEAST} to ${gatewaysMost} gateways`)
  }
  const players = Math.min(wished, (gateways - 1) * perProcess)
  return {
    players,
    gateways,
    toKill: even(Math.min(wish.toKill ?? TO_KILL, perProcess, players)),
    generators: Math.max(1, Math.ceil(players / Math.min(perProcess, PLAYERS_OF_A_PROCESS))),
  }
}

const even = (count: number): number => Math.max(0, Math.floor(count / 2) * 2)
const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)
