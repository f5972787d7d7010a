import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  EVIDENCE_PER_REPORT,
  EVIDENCE_PLACE_MS,
  type PackedStill,
  packStills,
  PATCH,
  type ReportCategory,
  SEALED_MAX_BYTES,
  STILL,
  STILLS_MAX,
} from '@kla/proto/web'
import { refusalOf } from '@kla/testkit'
import { createEvidence, type Evidence, keeping, REPORTER } from '../support/evidence.js'
import { aJpeg, newKeys, seal, sealBytes, someStills } from '../support/stills.js'

let evidence: Evidence
beforeAll(async () => void (evidence = await createEvidence()))
afterAll(() => evidence.close())

type Place = Awaited<ReturnType<Evidence['reserve']>>

/** Hands in bytes as an account, the reporter unless said; resolves to the reason of a refusal. */
async function submit({ token }: Pick<Place, 'token'>, sealed: Uint8Array, accountId = REPORTER): Promise<unknown> {
  return refusalOf(evidence.client.storeEvidence({ token, sealed: Buffer.from(sealed) }, await evidence.as(accountId)))
}
const sealedFor = (
  { token }: Pick<Place, 'token'>,
  stills: readonly PackedStill[] = someStills(),
): Promise<Uint8Array> => seal(stills, evidence.keys.publicKey, token)
const rowsOf = async ({ reportId }: Place) =>
  (
    await evidence.database.query<{ sealed: Buffer; pictures: number }>(
      'SELECT sealed, pictures FROM evidence WHERE report_id = $1',
      [reportId],
    )
  ).rows

describe('ReserveEvidence', () => {
  test('creates a place for stills that waits ten minutes', async () => {
    const { token, untilMs, content } = await evidence.reserve()
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(content).toBe('stills')
    expect(Math.abs(untilMs - evidence.clock.now() - EVIDENCE_PLACE_MS)).toBeLessThan(5_000)
  })

  test('stores no token in the clear before it is used', async () => {
    const { token } = await evidence.reserve()
    const { rows } = await evidence.database.query<{ text: string }>('SELECT places::text AS text FROM places')
    expect(rows.filter(({ text }) => text.includes(token))).toEqual([])
  })

  test('refuses more places for a report than allowed, counting used ones', async () => {
    const first = await evidence.reserve()
    expect(await submit(first, await sealedFor(first))).toBe('not refused')
    for (let more = 1; more < EVIDENCE_PER_REPORT; more++) await evidence.reserve({ reportId: first.reportId })
    expect(await refusalOf(evidence.reserve({ reportId: first.reportId }))).toBe('RATE_LIMITED')
  })

  test('creates no more places than allowed under concurrent requests', async () => {
    const { reportId } = await evidence.reserve()
    const made = await Promise.allSettled(Array.from({ length: 6 }, () => evidence.reserve({ reportId })))
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(EVIDENCE_PER_REPORT - 1)
  })

  test.each([{ reportId: 0 }, { reporterId: -1 }, { reportedId: 0 }, { category: 'nonsense' }])(
    'refuses %j',
    async (wrong) => {
      const request = { reportId: 1, reporterId: REPORTER, reportedId: 2, category: 'abuse', grave: false, ...wrong }
      expect(await refusalOf(evidence.client.reserveEvidence(request))).toBe('INVALID_FIELD')
    },
  )

  test.each([
    ['none', { content: '', token: '', untilMs: 0 }],
    ['patches', { content: 'patches' }],
    ['stills', { content: 'stills' }],
  ] as const)('follows the setting for possible minors: %s', async (setting, expected) => {
    const by = await evidence.pod(keeping(setting))
    expect(await evidence.reserve({ category: 'possible_minor', grave: true, by })).toMatchObject(expected)
    expect(await evidence.reserve({ category: 'illegal_content', grave: true, by })).toMatchObject({
      content: 'stills',
    })
  })

  test('creates a place for patches when a report about a possible minor is reported for something else', async () => {
    const { reportId } = await evidence.reserve({ category: 'possible_minor', grave: true })
    expect(await evidence.reserve({ reportId, category: 'illegal_content', grave: true })).toMatchObject({
      content: 'patches',
    })
  })

  test('adds no report that it has no place for', async () => {
    const by = await evidence.pod(keeping('none'))
    const { reportId } = await evidence.reserve({ category: 'possible_minor', grave: true, by })
    const { rowCount } = await evidence.database.query('SELECT FROM report_states WHERE report_id = $1', [reportId])
    expect(rowCount).toBe(0)
  })
})

describe('StoreEvidence', () => {
  test('accepts sealed stills from the reporter, and the same bytes again', async () => {
    const place = await evidence.reserve()
    const sealed = await sealedFor(place)
    expect(await submit(place, sealed)).toBe('not refused')
    expect(await submit(place, sealed)).toBe('not refused')
    expect(await rowsOf(place)).toEqual([{ sealed: Buffer.from(sealed), pictures: 3 }])
  })

  test('accepts the full buffer of a banned reporter', async () => {
    const place = await evidence.reserve()
    const as = await evidence.as(REPORTER, [{ scope: 'global', untilMs: 0 }])
    await evidence.client.storeEvidence(
      { token: place.token, sealed: Buffer.from(await sealedFor(place, someStills(STILLS_MAX))) },
      as,
    )
    expect(await rowsOf(place)).toMatchObject([{ pictures: STILLS_MAX }])
  })

  test('accepts one of several sealed stills that are submitted concurrently', async () => {
    const place = await evidence.reserve()
    const all = await Promise.all(Array.from({ length: 4 }, () => sealedFor(place)))
    const outcomes = await Promise.all(all.map((sealed) => submit(place, sealed)))
    expect(outcomes.sort()).toEqual([...Array<string>(3).fill('EVIDENCE_PLACE_GONE'), 'not refused'])
    expect(await rowsOf(place)).toHaveLength(1)
  })

  test('refuses other bytes for a used place', async () => {
    const place = await evidence.reserve()
    await submit(place, await sealedFor(place))
    expect(await submit(place, await sealedFor(place))).toBe('EVIDENCE_PLACE_GONE')
  })

  test("refuses another account's place as it refuses an unknown one", async () => {
    const place = await evidence.reserve()
    const sealed = await sealedFor(place)
    expect(await submit(place, sealed, REPORTER + 1)).toBe('EVIDENCE_PLACE_GONE')
    for (const token of ['', 'x'.repeat(43), `${place.token}x`])
      expect(await submit({ token }, sealed)).toBe('EVIDENCE_PLACE_GONE')
  })

  test('refuses an expired place', async () => {
    const place = await evidence.reserve()
    const sealed = await sealedFor(place)
    evidence.clock.aheadMs = EVIDENCE_PLACE_MS + 1_000
    expect(await submit(place, sealed)).toBe('EVIDENCE_PLACE_GONE')
    evidence.clock.aheadMs = 0
    expect(await submit(place, sealed)).toBe('not refused')
  })

  test('refuses a caller without a principal, and an administrator', async () => {
    const { token } = await evidence.reserve()
    const request = { token, sealed: Buffer.alloc(100) }
    expect(await refusalOf(evidence.client.storeEvidence(request))).toBe('NOT_SIGNED_IN')
    expect(
      await refusalOf(evidence.client.storeEvidence(request, await evidence.administrator(1, 'evidence.open'))),
    ).toBe('NOT_ALLOWED')
  })

  test('refuses an envelope above the limit and accepts one at the limit', async () => {
    const place = await evidence.reserve()
    const filled = (bytes: number): PackedStill[] => {
      const [first] = someStills(1)
      const still = Buffer.concat([first!.still, Buffer.alloc(bytes)])
      return [{ ...first!, still }]
    }
    const room = SEALED_MAX_BYTES - (await sealedFor(place, filled(0))).length
    expect(await submit(place, await sealedFor(place, filled(room + 1)))).toBe('BODY_TOO_LARGE')
    expect(await submit(place, await sealedFor(place, filled(room)))).toBe('not refused')
  })

  describe('refuses as not sealed', () => {
    const [patch, still] = [aJpeg(PATCH), aJpeg(STILL)]
    const one = (given: Partial<PackedStill>): PackedStill[] => [{ takenAtMs: 1, patch, still, ...given }]
    const WRONG: readonly [what: string, make: (place: Place) => Promise<Uint8Array> | Uint8Array][] = [
      ['pictures in the clear', () => packStills(someStills())],
      ['a picture', () => still],
      ['nothing', () => new Uint8Array()],
      ['what was sealed to another key', ({ token }) => seal(someStills(), newKeys().publicKey, token)],
      ['what was sealed for another place', () => sealedFor({ token: 'a'.repeat(43) })],
      ['a text', ({ token }) => sealBytes(Buffer.from('a text'), evidence.keys.publicKey, token)],
      ['no stills', (place) => sealedFor(place, [])],
      ['more stills than the ring has', (place) => sealedFor(place, someStills(STILLS_MAX + 1))],
      ['stills without patches', (place) => sealedFor(place, one({ patch: new Uint8Array() }))],
      ['patches that are too large', (place) => sealedFor(place, one({ patch: still }))],
      ['stills that are too large', (place) => sealedFor(place, one({ still: aJpeg({ width: 640, height: 360 }) }))],
      ['stills that are no JPEG', (place) => sealedFor(place, one({ still: Buffer.from('GIF89a') }))],
      ['a time before 1970', (place) => sealedFor(place, one({ takenAtMs: -1 }))],
    ]

    test.each(WRONG)('%s', async (_what, make) => {
      const place = await evidence.reserve()
      expect(await submit(place, await make(place))).toBe('EVIDENCE_INVALID')
      expect(await rowsOf(place)).toEqual([])
      expect(await submit(place, await sealedFor(place))).toBe('not refused')
    })

    test('stills when only patches are accepted', async () => {
      const place = await evidence.reserve({ category: 'possible_minor', grave: true })
      expect(await submit(place, await sealedFor(place))).toBe('EVIDENCE_INVALID')
      expect(await submit(place, await sealedFor(place, someStills(3, { patchesOnly: true })))).toBe('not refused')
    })
  })

  describe('accepts only patches for a place for stills', () => {
    const reserveAgain = (reportId: number, category: ReportCategory, by = evidence.client) =>
      evidence.reserve({ reportId, category, grave: true, by })
    const BECAME: readonly [how: string, become: (place: Place) => Promise<unknown>][] = [
      [
        'when a moderator makes the report one about a possible minor',
        ({ reportId }) => evidence.state(reportId, 1, { category: 'possible_minor', grave: true }),
      ],
      ['when a merged report is about a possible minor', ({ reportId }) => reserveAgain(reportId, 'possible_minor')],
      [
        'when a merged report gets no place of its own',
        async ({ reportId }) => {
          for (let more = 1; more < EVIDENCE_PER_REPORT; more++) await reserveAgain(reportId, 'illegal_content')
          expect(await refusalOf(reserveAgain(reportId, 'possible_minor'))).toBe('RATE_LIMITED')
        },
      ],
    ]

    test.each(BECAME)('%s', async (_how, become) => {
      const place = await evidence.reserve({ category: 'illegal_content', grave: true })
      await become(place)
      expect(await submit(place, await sealedFor(place))).toBe('EVIDENCE_PLACE_GONE')
      expect(await rowsOf(place)).toEqual([])
      const patches = someStills(3, { patchesOnly: true })
      expect(await submit(place, await sealedFor(place, patches))).toBe('not refused')
    })
  })

  test('accepts nothing after a merged report about a possible minor that got no place', async () => {
    const client = await evidence.pod(keeping('none'))
    const place = await evidence.reserve({ category: 'illegal_content', grave: true, by: client })
    const { reportId } = place
    const merged = await evidence.reserve({ reportId, category: 'possible_minor', grave: true, by: client })
    expect(merged.token).toBe('')
    const sealed = Buffer.from(await sealedFor(place, someStills(3, { patchesOnly: true })))
    expect(await refusalOf(client.storeEvidence({ token: place.token, sealed }, await evidence.as(REPORTER)))).toBe(
      'EVIDENCE_PLACE_GONE',
    )
  })

  test('accepts nothing for a report whose category has changed to one without stills', async () => {
    const client = await evidence.pod(keeping('none'))
    const place = await evidence.reserve()
    await evidence.state(place.reportId, 1, { category: 'possible_minor', grave: true })
    const storing = client.storeEvidence(
      { token: place.token, sealed: Buffer.from(await sealedFor(place)) },
      await evidence.as(REPORTER),
    )
    expect(await refusalOf(storing)).toBe('EVIDENCE_PLACE_GONE')
  })

  test('leaves no picture in the database', async () => {
    for (let at = 0; at < 3; at++) await evidence.stored({ stills: someStills(STILLS_MAX) })
    const { rows } = await evidence.database.query<{ name: string }>(
      'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = $1',
      [evidence.schema],
    )
    expect(rows.length).toBeGreaterThan(4)
    for (const { name } of rows) {
      const { rows: dumped } = await evidence.database.query<{ row: string }>(
        `SELECT ${name}::text AS row FROM ${name}`,
      )
      // As ours begin: three bytes alone would turn up in half a megabyte by chance.
      expect(dumped.filter(({ row }) => /ffd8ffe0|\/9j\/4/.test(row))).toEqual([])
    }
  })
})
