import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createRedis, type Redis } from '@kla/chassis'
import { AuthServiceService as definition } from '@kla/proto'
import { createTestClient, infrastructure, quietLogger, uniqueName } from '@kla/testkit'
import { createProviderLimits, limitMs } from '../../src/login/limits.js'
import { startHarness } from '../harness.js'
import { scriptProvider } from '../scripted-provider.js'

const NOW_MS = Date.parse('2026-11-01T12:00:00Z')

describe('limitMs', () => {
  test.each([
    [{ 'retry-after': '3600' }, 3_600_000],
    [{ 'retry-after': '1.5' }, 1_500],
    [{ 'retry-after': 'Sun, 01 Nov 2026 12:05:00 GMT' }, 300_000],
    [{ 'retry-after': 'soon', 'x-ratelimit-reset-after': '12.3' }, 12_300],
    [{}, 30_000],
    [{ 'retry-after': '-1' }, 1_000],
    [{ 'retry-after': '0' }, 1_000],
    [{ 'retry-after': '99999999999' }, 6 * 3_600_000],
  ])('reads %j as %d ms', (headers, expected) => {
    expect(limitMs(new Headers(headers as Record<string, string>), NOW_MS)).toBe(expected)
  })
})

describe('createProviderLimits', () => {
  let redis: Redis
  beforeAll(() => {
    redis = createRedis({ url: infrastructure().redisUrl, log: quietLogger() })
  })
  afterAll(() => redis.disconnect())

  test('keeps the longest limit of each scope for all pods', async () => {
    const prefix = `${uniqueName('limits')}:`
    let nowMs = NOW_MS
    const pod = () => createProviderLimits(redis, prefix, () => nowMs)
    const [one, other, third] = [pod(), pod(), pod()]
    expect(await one.remainingMs('all')).toBe(0)
    expect(await third.remainingMs('all')).toBe(0)
    await one.remember('all', 3_600_000)
    expect(await one.remainingMs('all')).toBeGreaterThan(3_000_000)
    await other.remember('all', 1_000)
    expect(await other.remainingMs('all')).toBeGreaterThan(3_000_000)
    expect(await other.remainingMs('guilds')).toBe(0)
    nowMs += 1_000
    expect(await third.remainingMs('all')).toBeGreaterThan(3_000_000)
  })
})

test('no pod calls a provider or sends players to it during a limit', async () => {
  const provider = await scriptProvider({ '/oauth2/token': [429, {}, { 'retry-after': '3600' }] })
  const auth = await startHarness({ DISCORD_API_URL: provider.url })
  const pod = await auth.pod()
  const other = createTestClient({
    definition,
    address: `127.0.0.1:${pod.ports.grpc}`,
    deadlineMs: 20_000,
    attemptMs: 10_000,
  })
  try {
    const [first, second] = [await auth.begin(), await auth.begin()]
    const complete = ({ authorizeUrl, browserSecret }: typeof first, client = auth.client) =>
      client.completeLogin({
        code: 'c',
        state: new URL(authorizeUrl).searchParams.get('state') ?? '',
        browserSecret,
        userAgent: '',
      })
    const limited = expect.objectContaining({
      reason: 'LOGIN_LIMITED',
      message: expect.stringContaining('Try again in 60 minutes.'),
    })
    await expect(complete(first)).rejects.toEqual(limited)
    const refusal = await complete(second, other).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ reason: 'LOGIN_LIMITED' })
    expect((refusal as { retryAfterMs: number }).retryAfterMs).toBeGreaterThan(3_000_000)
    await expect(other.beginLogin({ redirectBackTo: '', forwardedParameters: {} })).rejects.toEqual(limited)
    expect(provider.asked).toEqual(['/oauth2/token'])
  } finally {
    other.close()
    await auth.close()
    await provider.close()
  }
})
