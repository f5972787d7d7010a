import { expect, test } from '@jest/globals'
import { startPlatform } from '@kla/local'
import { battlesPart } from '../src/battles/part.js'
import { chatPart } from '../src/chat/part.js'
import { crowdPart } from '../src/crowd/part.js'
import { joinsPart } from '../src/joins/part.js'
import { lobbyPart } from '../src/lobby/part.js'
import { signInsPart } from '../src/sign-ins/part.js'

test.each([chatPart, signInsPart, joinsPart, lobbyPart, battlesPart, crowdPart])(
  'measures $name without losses or duplicates',
  async ({ measure }) => {
    const { figures, faults } = await measure({ startPlatform, quick: true, crowd: {}, say: () => undefined })
    expect(faults).toEqual([])
    expect(figures.length).toBeGreaterThan(3)
    for (const { value } of figures) expect(Number.isFinite(value)).toBe(true)
  },
  240_000,
)
