import { expect, test } from '@jest/globals'
import { groupCups } from '../../../src/features/cups/cup-groups.js'
import { summary } from '../../entities/cup/cup-data.js'

const ids = (cups: readonly { id: string }[]) => cups.map(({ id }) => id)

test('cups stand where they can be entered, looked on, or looked back at', () => {
  const { upcoming, running, past } = groupCups([
    summary({ id: 'over', state: 'finished', ended_at: '2026-11-20T20:00:00Z' }),
    summary({ id: 'later', starts_at: '2026-11-23T20:00:00Z' }),
    summary({ id: 'on', state: 'running' }),
    summary({ id: 'sooner', state: 'check-in', starts_at: '2026-11-22T20:00:00Z' }),
    summary({ id: 'off', state: 'cancelled', ended_at: '2026-11-21T20:00:00Z' }),
  ])
  expect(ids(upcoming)).toEqual(['sooner', 'later'])
  expect(ids(running)).toEqual(['on'])
  expect(ids(past)).toEqual(['off', 'over'])
})

test('no cups make no groups', () => {
  expect(groupCups([])).toEqual({ upcoming: [], running: [], past: [] })
})
