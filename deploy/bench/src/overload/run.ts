import { setTimeout as sleep } from 'node:timers/promises'
import { type Platform, startPlatform } from '@kla/local'
import type { PlayersTasks } from '../battles/players-main.js'
import { copyPlayers } from '../measure/copied-players.js'
import { processesOf } from '../measure/machine.js'
import { difference, type Numbers, sumOf, type TimesSpread } from '../measure/numbers.js'
import { type Mishaps, openWindow } from '../measure/window.js'
import { startWorker, type Worker } from '../measure/workers.js'
import { gatewaysOf, LINE_LIMIT } from '../relay/contenders.js'
import { type Crowd, startCrowd } from '../relay/generator/crowd.js'
import type { Silence } from '../relay/generator/orders.js'
import { untilSettled } from '../relay/settle.js'
import { keptLines } from './transcripts.js'

export interface OverloadSize {
  readonly chatRooms: number
  readonly battles: number
  readonly rounds: number
  readonly chatEveryMs: number
  /** Whole rounds spread phases evenly. */
  readonly beginOverMs: number
  readonly warmMs: number
  /** So short that no player says more lines than moderation keeps of one, 200. */
  readonly talkMs: number
  readonly environment: NodeJS.ProcessEnv
}

export interface OverloadRun {
  readonly lateness: TimesSpread
  readonly deliveriesPerSecond: number
  readonly chatP99Ms: number
  readonly silence: Silence
  readonly kept: number
  /** What the gateway has counted. */
  readonly gateway: Numbers
  readonly mishaps: Mishaps
  /** Of the battles, by kind. */
  readonly battleFaults: Readonly<Record<string, number>>
  readonly faults: readonly string[]
}

const SETTLE_WITHIN_MS = 90_000
const KEPT_WITHIN_MS = 30_000

export async function runOverload(size: OverloadSize, say: (line: string) => void): Promise<OverloadRun> {
  const platform = await startPlatform({ environment: { LOG_LEVEL: 'warn', ...size.environment } })
  const battles = startWorker<PlayersTasks>('battles/players-main')
  try {
    const crowd = await startCrowd({ codec: 'kla', lineLimit: LINE_LIMIT }, 1)
    try {
      return await measureOverload({ platform, battles, crowd }, size, say)
    } finally {
      await crowd.close()
    }
  } finally {
    await battles.stop()
    await platform.close()
  }
}

interface Deps {
  readonly platform: Platform
  readonly battles: Worker<PlayersTasks>
  readonly crowd: Crowd
}

async function measureOverload(deps: Deps, size: OverloadSize, say: (line: string) => void): Promise<OverloadRun> {
  const { platform, battles, crowd } = deps
  const { chatRooms, warmMs, talkMs } = size
  const faults = await fill(deps, size, say)
  say(`Talking in ${chatRooms} rooms as fast as it goes`)
  const [window, countedBefore] = [await openWindow(platform), await readGateway(platform)]
  await crowd.talk({ rooms: chatRooms })
  await sleep(warmMs)
  await Promise.all([crowd.mark(), battles.ask('beginWindow', null)])
  const startedAt = performance.now()
  await sleep(talkMs)
  const [{ deliveries, latencies }, seen] = await Promise.all([crowd.mark(), battles.ask('endWindow', null)])
  const seconds = (performance.now() - startedAt) / 1_000
  const silence = await crowd.hush()
  const gateway = difference(await readGateway(platform), countedBefore)
  const kept = await keptLines(platform, await crowd.roomIds(), silence.shown, KEPT_WITHIN_MS)
  const mishaps = await window.close()
  return {
    lateness: seen.lateness,
    deliveriesPerSecond: deliveries / seconds,
    chatP99Ms: latencies.percentileMs(0.99),
    ...{ silence, kept, gateway, mishaps, faults },
    battleFaults: await battles.ask('finish', null),
  }
}

/** Resolves to what did not settle. */
async function fill({ platform, battles, crowd }: Deps, size: OverloadSize, say: (line: string) => void): Promise<string[]> {
  const { chatRooms, battles: count, rounds, beginOverMs, chatEveryMs } = size
  const [gateway = ''] = gatewaysOf(platform)
  const cookies = await copyPlayers(platform, chatRooms * 2)
  say(`Seating ${chatRooms * 2} players who chat, and ${count * 2} who battle`)
  const player = (at: number) => ({ server: gateway, headers: { cookie: cookies[at] ?? '', origin: platform.url } })
  await crowd.seat(
    Array.from({ length: chatRooms }, (_, number) => ({ number, players: [player(number * 2), player(number * 2 + 1)] })),
  )
  await battles.ask('signIn', { url: platform.url, from: 0, to: count })
  await battles.ask('seat', { gateway, rounds })
  const unsettled = await untilSettled(crowd, await processesOf(platform), SETTLE_WITHIN_MS)
  say('Beginning the battles')
  await battles.ask('begin', { overMs: beginOverMs, chatEveryMs })
  return unsettled === undefined ? [] : [`before the battles ${unsettled}`]
}

const COUNTED = {
  deferred: 'kla_gateway_lines_deferred_total',
  shed: 'kla_gateway_lines_shed_total',
  dropped: 'kla_gateway_lines_dropped_total',
  resyncs: 'kla_gateway_resyncs_total',
}

async function readGateway(platform: Platform): Promise<Numbers> {
  const [gateway] = platform.running('gateway')
  const text = await (await fetch(`http://127.0.0.1:${gateway?.slot.health}/metrics`)).text()
  return Object.fromEntries(Object.entries(COUNTED).map(([name, metric]) => [name, sumOf(text, metric)]))
}
