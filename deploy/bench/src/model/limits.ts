import type { Assumptions } from './assumptions.js'
import type { Costs } from './costs.js'
import { shareOf } from './demand.js'
import { type Cell, cellFor } from './plan.js'

/** Something a cell has only once; at 1 it is full. */
export interface Limit {
  readonly name: string
  readonly what: string
  readonly change: string
  used(cell: Cell, costs: Costs, a: Assumptions): number
}

const MICROS = 1_000_000
/** Shards of the engine's keys, with the hash tags {s0} to {sf}. */
const SHARDS = 16
/** ROOMS_MAX of media-signalling's session view. */
const ROOMS_REMEMBERED = 20_000

const redisUse = (micros: number, a: Assumptions): number => (micros * a.hardwareRatio) / MICROS / a.storeCpuTarget

export const LIMITS: readonly Limit[] = [
  {
    name: 'one Redis',
    what: 'the client of chassis knows one server, and a primary runs commands on one core',
    change:
      'a Redis for each of the five services first (each has a REDIS_URL of its own: no change of code), then a cluster client in chassis, for which keys are ready',
    used: ({ stores }, _costs, a) => stores.redis.cores / a.storeCpuTarget,
  },
  {
    name: 'engines that poll for deadlines',
    what: 'each pod asks all 16 shards every DEADLINE_POLL_MS (100 ms) for what others left overdue: 160 scripts a second while battles are played (16 while none are)',
    change:
      'DEADLINE_POLL_MS up with the number of pods (200 ms from ten pods on): a pod ends its own deadlines anyway',
    used: ({ pods }, costs, a) => redisUse(pods['game-engine'] * costs.ofIdle('game-engine', 'cpu.redis'), a),
  },
  {
    name: 'one slot for quick match',
    what: 'all tickets and the eight pools share the hash tag {match}: one primary, one core',
    change: 'a tag for each pool ({match:rush:default}), then pools in parts by rating or region',
    used: ({ demand }, costs, a) => redisUse(demand.work.match * costs.of('match', 'cpu.redis'), a),
  },
  {
    name: 'changed rooms to every lobby socket',
    what: 'each change of a listed room, to each player who reads the list. Nothing breaks: here it is half of all bytes that gateways send',
    change: 'a page of the list for each, or two seconds instead of a half, in which more changes cancel each other',
    used: ({ demand }, costs) => shareOf(demand, costs, 'wire.toClient', 'room in a change forwarded') * 2,
  },
  {
    name: 'room list read by every gateway',
    what: 'each gateway asks twice a second; rooms reads 16 sorted sets and up to 200 records, shared within a pod only',
    change: 'a list that one pod makes every half second and stores under one key, or tells all gateways by NATS',
    used: ({ demand }, costs, a) =>
      redisUse(demand.work['room list read'] * costs.of('room list read', 'cpu.redis'), a) / SHARDS,
  },
  {
    name: 'rooms that media-signalling remembers',
    what: 'every pod receives the seats of every room (kla.room.*.seats) and keeps the last 20,000; of others it reads Redis',
    change:
      'a subject for each of some parts (kla.room.<part>.<id>.seats), pods in charge of parts; more rooms a pod is a stopgap',
    used: ({ demand }) => demand.rooms / ROOMS_REMEMBERED,
  },
  {
    name: 'one stream of events',
    what: 'KLA_EVENTS takes every change of a seat, one leader, each acknowledged by its replicas',
    change: 'a stream for each publishing service, then seat changes in parts by room',
    used: ({ stores }, _costs, a) => stores.nats.eventsPerSecond / a.eventsPerSecond,
  },
  {
    name: 'one NATS server',
    what: 'what is published to all gateways and all media-signalling pods grows with both sides',
    change:
      'three servers in a cluster carry it; leaf nodes beside the gateways of a region keep chat and signals there',
    used: ({ stores }, _costs, a) => stores.nats.messagesPerSecond / a.natsMessagesPerSecond,
  },
  {
    name: 'one primary of PostgreSQL',
    what: 'seven schemas on one server; sign-ins, results, orders and the outboxes write',
    change: 'one server for each owner: no query crosses a schema, and every owner has a POSTGRES_URL of its own',
    used: ({ stores }, _costs, a) => stores.postgres.writesPerSecond / a.postgresWritesPerSecond,
  },
  {
    name: 'results of battles in PostgreSQL',
    what: 'each battle locks its pair, writes results, standings and events in one transaction on one primary',
    change:
      'battles and battle_players partitioned by month of ended_at; standings follow from the results and may lag',
    used: ({ demand }, costs, a) =>
      (demand.battlesPerSecond * costs.of('battle beside its rounds', 'postgres.writes')) / a.postgresWritesPerSecond,
  },
]

const SEARCHED_UP_TO = 100_000_000

/** Undefined if no realistic number does. */
export function playersAt(limit: Limit, costs: Costs, a: Assumptions): number | undefined {
  const isFull = (players: number): boolean => limit.used(cellFor(players, costs, a), costs, a) >= 1
  if (!isFull(SEARCHED_UP_TO)) return undefined
  let [free, full] = [1, SEARCHED_UP_TO]
  while (full / free > 1.001) {
    const middle = Math.sqrt(free * full)
    if (isFull(middle)) full = middle
    else free = middle
  }
  return full
}
