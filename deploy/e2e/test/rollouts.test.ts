import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  type Change,
  createTimeline,
  isClean,
  localOperator,
  makeChanges,
  playBattles,
  readScaling,
  type Report,
  reportLines,
  rollout,
  scaling,
} from '@kla/bots'
import type { Platform } from '@kla/local'
import { sized } from '@kla/testkit'
import { startTestPlatform } from '../src/platform/index.js'

const BATTLES = sized(6, 20)
let platform: Platform

beforeAll(async () => {
  platform = await startTestPlatform('rollouts', {
    route: true,
    processes: { gateway: 2 },
    // Long enough that a process which starts beside them, on the same machine, makes no command miss its phase.
    environment: {
      BATTLE_PROMPT_MS: '5000',
      BATTLE_SHOW_MS: '5000',
      BATTLE_VOTE_MS: '8000',
      BATTLE_RESULT_MS: '3000',
      DRAIN_MS: '8000',
    },
  })
}, 120_000)
afterAll(() => platform?.close(), 60_000)

/** Battles one after another in as many rooms, for as long as the changes take. */
async function playWhile(...changes: readonly Change[]): Promise<Report> {
  const timeline = createTimeline()
  const report = await playBattles({
    url: platform.url,
    battles: BATTLES,
    concurrency: BATTLES,
    rounds: 2,
    meanwhile: () =>
      makeChanges({ operator: localOperator(platform), changes, pauseMs: 2_000, timeline, say: () => undefined }),
  })
  if (!isClean(report)) throw new Error(reportLines(report).join('\n'))
  expect(report.battlesFinished).toBeGreaterThanOrEqual(BATTLES)
  return report
}

describe('a rollout', () => {
  test('keeps every player connected while gateways are replaced during battles', async () => {
    const { connections } = await playWhile(...rollout('gateway'))
    expect(connections.reconnects).toBe(0)
    // Both players of each battle sat at a gateway that went away.
    expect(connections.handovers).toBeGreaterThanOrEqual(2 * BATTLES)
  }, 300_000)

  test('loses nothing while game-engine processes come and go during battles', async () => {
    const { connections } = await playWhile(...scaling(readScaling(sized('game-engine=1,2,1', 'game-engine=1,4,2'))))
    expect(connections).toMatchObject({ reconnects: 0, handovers: 0 })
  }, 300_000)

  test('loses nothing while the services behind the gateway are replaced during battles', async () => {
    const { connections } = await playWhile(
      ...sized(['rooms'], ['rooms', 'media-signalling', 'game-engine']).flatMap(rollout),
    )
    expect(connections).toMatchObject({ reconnects: 0, handovers: 0 })
  }, 300_000)
})
