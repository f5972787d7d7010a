import { beforeEach, describe, expect, test } from '@jest/globals'
import { createMetrics, newId } from '@kla/chassis'
import type { Battle } from '../../src/battle/rules/battle.js'
import type { Command, Timings } from '../../src/battle/rules/step.js'
import { type CommandRunner, createCommandRunner, createContextAt } from '../../src/battle/run-command.js'
import type { BattleStore, Commit, Stored } from '../../src/battle/store.js'
import type { Answer } from '../../src/shared/commands.js'
import { createEngineMetrics } from '../../src/shared/metrics.js'
import { contextAt, ROOM, snapshot, Table } from '../support/rules.js'

const pick = (accountId: number): Command => ({ kind: 'choose-gif', roomId: ROOM, accountId, index: 1 })
const memory = { accountId: 1, commandId: 'command', command: 'choose-gif' }

let table: Table
let runner: CommandRunner
/** What is written down, and what this pod believes is. */
let written: Stored
let atHand: Stored | undefined
let given: Answer | undefined
let did: string[]

beforeEach(() => {
  table = new Table().begins()
  written = { version: 3, token: 'three', battle: table.battle as Battle }
  ;[atHand, given, did] = [written, undefined, []]
  const store: Partial<BattleStore> = {
    nowMs: () => table.now,
    async load() {
      did.push('load')
      return { nowMs: table.now, ...written, answer: given }
    },
    async commit({ version, token: basis, battle }: Commit) {
      did.push('commit')
      const reply = { token: newId(), nowMs: table.now, answer: given, unpublished: [] }
      if (given) return { ...reply, outcome: 'answered' }
      if (version !== written.version || basis !== written.token) return { ...reply, outcome: 'conflict' }
      written = { version: version + 1, token: reply.token, battle }
      return { ...reply, outcome: 'committed' }
    },
    async remember(_room, _memory, answer) {
      did.push('remember')
      return answer
    },
  }
  runner = createCommandRunner({
    store: store as BattleStore,
    contextAt: async (nowMs) => contextAt(nowMs),
    carryOut: () => undefined,
    republish: () => undefined,
    onStored: (stored) => void (atHand = stored),
    lastStored: () => atHand,
    metrics: createEngineMetrics(createMetrics('test')),
  })
})

describe('createCommandRunner', () => {
  test('decides without a read on the version that this pod stored last', async () => {
    expect(await runner.run(pick(1), memory)).toEqual({})
    expect(did).toEqual(['commit'])
    expect(written.battle).toMatchObject({ phase: 'prompt', hands: [{ pick: 1 }, { pick: 0 }] })
    await runner.run(pick(2), memory)
    expect(did).toEqual(['commit', 'commit'])
    expect(written.battle).toMatchObject({ phase: 'show' })
  })

  test('reads when another pod has changed the battle since', async () => {
    written = {
      version: 4,
      token: 'four',
      battle: table.does({ kind: 'choose-gif', accountId: 2, index: 1 }).battle as Battle,
    }
    expect(await runner.run(pick(1), memory)).toEqual({})
    expect(did).toEqual(['commit', 'load', 'commit'])
    expect(written.battle).toMatchObject({ phase: 'show' })
  })

  test('returns the first answer to a repeat, with and without a battle at hand', async () => {
    given = { refused: 'NO_SUCH_OPTION' }
    expect(await runner.run(pick(1), memory)).toEqual(given)
    atHand = undefined
    expect(await runner.run(pick(1), memory)).toEqual(given)
    expect(did).toEqual(['commit', 'load'])
  })

  test('refuses nothing on a version that may be outdated', async () => {
    atHand = { version: 2, token: 'two', battle: new Table().begins().passes().battle as Battle }
    expect(await runner.run(pick(1), memory)).toEqual({})
    expect(did).toEqual(['load', 'commit'])
  })

  test('remembers a refusal only after a read', async () => {
    await runner.run(pick(1), memory)
    expect(await runner.run(pick(1), { ...memory, commandId: 'another' })).toEqual({ refused: 'ALREADY_PICKED' })
    expect(did).toEqual(['commit', 'load', 'remember'])
  })

  test('decides without another read on the battle that its caller has loaded', async () => {
    atHand = undefined
    const loaded = { nowMs: table.now, ...written, answer: undefined }
    expect(await runner.run(pick(1), memory, { loaded })).toEqual({})
    expect(did).toEqual(['commit'])
  })

  test('reads again when the loaded battle has changed since', async () => {
    atHand = undefined
    const loaded = { nowMs: table.now, ...written, answer: undefined }
    written = {
      version: 4,
      token: 'four',
      battle: table.does({ kind: 'choose-gif', accountId: 2, index: 1 }).battle as Battle,
    }
    expect(await runner.run(pick(1), memory, { loaded })).toEqual({})
    expect(did).toEqual(['commit', 'load', 'commit'])
    expect(written.battle).toMatchObject({ phase: 'show' })
  })

  const at = async (
    nowMs: number,
    battle?: Partial<Battle>,
    { command = { kind: 'deadline', roomId: ROOM } as Command, absentUntilMs = 0 } = {},
  ): Promise<number> => {
    const contextAt = createContextAt({
      timings: {} as Timings,
      optionsPerHand: 4,
      pools: { of: async () => [] },
      absentUntilMs: async () => absentUntilMs,
      random: Math.random,
      newId: () => 'id',
    })
    const { now } = await contextAt(nowMs, battle as Battle | undefined, command)
    return now
  }
  const played = (deadlineMs: number) => ({ match: { category: 'default' }, deadlineMs }) as unknown as Partial<Battle>

  test('decides as of the beginning of a 20 ms tick', async () => {
    expect(await Promise.all([1_000, 1_001, 1_019].map((nowMs) => at(nowMs)))).toEqual([1_000, 1_000, 1_000])
    expect(await at(1_020, played(5_000))).toBe(1_020)
  })

  test('does not decide as of a time before a deadline that has passed', async () => {
    expect(await at(1_019, played(1_013))).toBe(1_013)
    expect(await at(1_012, played(1_013))).toBe(1_000)
    expect(await at(1_047, played(1_013))).toBe(1_040)
  })

  test('begins no battle before the end of an absence that the decision itself finds', async () => {
    const command: Command = { kind: 'ready-up', roomId: ROOM, accountId: 1, room: snapshot(), limits: undefined }
    expect(await at(1_019, undefined, { command, absentUntilMs: 1_023 })).toBe(1_023)
    expect(await at(1_047, undefined, { command, absentUntilMs: 1_023 })).toBe(1_040)
    expect(await at(1_019, played(5_000), { absentUntilMs: 1_023 })).toBe(1_000)
  })
})
